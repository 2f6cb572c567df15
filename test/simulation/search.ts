import fc from "fast-check";
import { stories } from "./chance.ts";
import { print, tell, type Told } from "./story.ts";

export interface Found {
  readonly seed: number;
  readonly told: Told;
  /** The shortest story that breaks the same law, as a program. */
  readonly program: string;
}

type Story = typeof stories extends fc.Arbitrary<infer Value> ? Value : never;

const tellStory = ({ nexts, setting }: Story): Promise<Told> => tell(nexts, setting);

/** Tells the story of one seed. Where it breaks a law, its shortest form is looked for. */
export async function search(seed: number, isKnown: (title: string) => boolean = () => false): Promise<Found | undefined> {
  const [story] = fc.sample(stories, { seed, numRuns: 1 });
  if (story === undefined) return undefined;
  const told = await tellStory(story);
  const { violation } = told;
  if (violation === undefined) return undefined;
  if (isKnown(violation.title)) return { seed, told, program: "" };
  let shortest: { told: Told; setting: Story["setting"] } = { told, setting: story.setting };
  const property = fc.asyncProperty(stories, async (each) => {
    const again = await tellStory(each);
    if (again.violation?.title !== violation.title) return true;
    shortest = { told: again, setting: each.setting };
    return false;
  });
  await fc.check(property, { seed, numRuns: 1, interruptAfterTimeLimit: 60_000 });
  return { seed, told: shortest.told, program: print(shortest.told, shortest.setting) };
}
