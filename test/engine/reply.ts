/** Runs a command in a terminal, where somebody replies to its question, perhaps after an edit of the program. */
export const replying = (text: string, edit = ""): readonly string[] => [
  "python3",
  "-c",
  `
import os, pty, sys
def reply(fd):
    data = os.read(fd, 4096)
    if b"[y/N]" in data:
        with open("index.ts", "a") as program: program.write(${JSON.stringify(edit)})
        os.write(fd, ${JSON.stringify(text)}.encode())
    return data
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:], reply)))
`,
];
