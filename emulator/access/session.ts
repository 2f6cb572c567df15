import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { AccessRow } from "../state/row.ts";

/** Tells who has signed in by a token that only this emulator can make. */
export interface Sessions {
  /** The token of a visitor of a hub. It ends when the way to sign in changes, or the password does. */
  tokenOf(access: AccessRow, identity: string): string;
  /** Who holds a token; undefined where it is not one of this hub and this way to sign in. */
  findIdentity(access: AccessRow, token: string | undefined): string | undefined;
}

export function createSessions(): Sessions {
  const secret = randomBytes(32);
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
  };
}
