import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { richText } from "../../../emulator/site/rich-text.ts";
import { attacks } from "./attacks.ts";

const written = (body: string) => String(richText(body));

describe("the body of an event on the page", () => {
  it("keeps basic tags and text", () => {
    const body =
      "<p>We are <b>on</b> it.<br/>See <a href='https://example.com/a?b=1&amp;c=2'>more</a></p><ul><li>1</ul>" +
      "<a href=mailto:a@example.com>us</a>";
    expect(written(body)).toBe(
      '<p>We are <b>on</b> it.<br>See <a href="https://example.com/a?b=1&amp;c=2" rel="nofollow noopener noreferrer">' +
        'more</a></p><ul><li>1</li></ul><a href="mailto:a@example.com" rel="nofollow noopener noreferrer">us</a>',
    );
  });

  it("keeps text that looks like markup, and character references", () => {
    expect(written("1 < 2 & 3 > 2, &amp; &eacute; &#233; &nope")).toBe(
      "1 &lt; 2 &amp; 3 &gt; 2, &amp; &eacute; &#233; &amp;nope",
    );
  });

  it("reads each letter of a long name once", () => {
    const body = `<${"a".repeat(200_000)}`;
    expect(written(body)).toBe(`&lt;${body.slice(1)}`);
  });

  it("drops tags that aren't basic, and content that isn't text", () => {
    expect(written("<div class=x>a<script>alert('</p>')</script><style>b</style><img src=x>c</div>")).toBe("ac");
    expect(written("a<script>never ended")).toBe("a");
    expect(written("<P STYLE='color:red' onclick=x>a</P>")).toBe("<p>a</p>");
  });

  it("nests no links, and limits nesting", () => {
    expect(written('<a href="https://a.example">x<a href="https://b.example">y</a>').match(/<a /g)).toHaveLength(1);
    expect(written("<b>".repeat(50)).match(/<b>/g)).toHaveLength(20);
  });

  it("has, for any input, only basic tags that are closed in order, and no attributes except those of links", () => {
    const tag = /<(\/?)([a-z0-9]+)( href="(?:https?|mailto):[^"<>]*" rel="nofollow noopener noreferrer")?>/g;
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...attacks), fc.string())), (pieces) => {
        const text = written(pieces.join(""));
        const open: string[] = [];
        for (const [, slash, name = "", link] of text.matchAll(tag)) {
          expect("a b blockquote br code em h3 h4 hr i li ol p pre s small strong sub sup u ul".split(" ")).toContain(
            name,
          );
          expect(link !== undefined).toBe(name === "a" && slash === "");
          if (slash) expect(open.pop()).toBe(name);
          else if (name !== "br" && name !== "hr") open.push(name);
        }
        expect(open).toEqual([]);
        expect(text.replaceAll(tag, "")).not.toMatch(/[<>"']/);
      }),
      { numRuns: 2_000 },
    );
  });

  it("takes time in proportion to its length", () => {
    const size = 256 * 1024;
    for (const piece of ["<a ", "<a '", '<a "', "<!--", "<p>", "</p>", "<a href=", "&#", "<script"])
      expect(written(piece.repeat(size / piece.length)).length).toBeLessThan(6 * size);
  });
});
