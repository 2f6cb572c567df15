import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { AccessRow } from "../state/row.ts";

/** Identifies signed-in visitors by tokens that only this emulator can create. */
export interface Sessions {
  /** Returns the token of a hub's visitor. It expires when the sign-in method or the password changes. */
  tokenOf(access: AccessRow, identity: string): string;
  /** Returns the holder of a token; undefined if it isn't valid for this hub and sign-in method. */
  findIdentity(access: AccessRow, token: string | undefined): string | undefined;
  /** Ends every session. */
  reset(): void;
}

export function createSessions(): Sessions {
  let secret = randomBytes(32);
  const tokenOf = ({ hub_id, sign_in }: AccessRow, identity: string) => {
    const seal = createHmac("sha256", secret)
      .update(JSON.stringify([hub_id, sign_in, identity]))
      .digest("base64url");
    return `${Buffer.from(identity).toString("base64url")}.${seal}`;
  };
  return {
    tokenOf,
    findIdentity: (access, token = "") => {
      const identity = Buffer.from(token.split(".")[0] ?? "", "base64url").toString();
      const expected = Buffer.from(tokenOf(access, identity));
      const given = Buffer.from(token);
      return given.length === expected.length && timingSafeEqual(given, expected) ? identity : undefined;
    },
    reset: () => {
      secret = randomBytes(32);
    },
  };
}
