/** Runs a command in a terminal, where somebody replies to its question, perhaps after something in Python. */
export const replying = (text: string, first = "pass"): readonly string[] => [
  "python3",
  "-c",
  `
import os, pty, sys
def reply(fd):
    data = os.read(fd, 4096)
    if b"[y/N]" in data:
        ${first}
        os.write(fd, ${JSON.stringify(text)}.encode())
    return data
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:], reply)))
`,
];
