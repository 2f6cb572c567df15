import { Empty, messages } from "./protocol.ts";
import type { Session } from "./session.ts";

/*
 * Calls about the connection to the engine.
 */

export async function handshake() {
  return new messages.ProviderHandshakeResponse()
    .setAcceptSecrets(true)
    .setAcceptResources(true)
    .setAcceptOutputs(true)
    .setSupportsAutonamingConfiguration(false);
}

export async function cancel(session: Session) {
  session.cancel();
  return new Empty();
}
