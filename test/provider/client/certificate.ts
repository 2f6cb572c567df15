import { generateKeyPairSync, sign } from "node:crypto";

/** A certificate and its key, as a TLS server takes them. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

// The DER tags that a certificate needs.
const [sequence, set, integer, bits, octets, oid, text, time, yes] = [
  0x30, 0x31, 0x02, 0x03, 0x04, 0x06, 0x0c, 0x17, 0x01,
];

function der(tag: number, ...parts: readonly (Buffer | string | readonly number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)));
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const ecdsaWithSha256 = der(sequence, der(oid, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
const commonName = der(oid, [0x55, 0x04, 0x03]);
const alternativeName = der(oid, [0x55, 0x1d, 0x11]);
const basicConstraints = der(oid, [0x55, 0x1d, 0x13]);

/** Creates a self-signed certificate for a host name, valid for a day. */
export function createCertificate(host: string): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = der(sequence, der(set, der(sequence, commonName, der(text, host))));
  const day = 86_400_000;
  const [from, to] = [-day, day].map((age) => {
    const digits = new Date(Date.now() + age).toISOString().replaceAll(/[-:T]/g, "").slice(2, 14);
    return der(time, `${digits}Z`);
  });
  const extensions = der(
    sequence,
    der(sequence, alternativeName, der(octets, der(sequence, der(0x82, host)))),
    der(sequence, basicConstraints, der(octets, der(sequence, der(yes, [255])))),
  );
  const content = der(
    sequence,
    der(0xa0, der(integer, [2])),
    der(integer, [1]),
    ecdsaWithSha256,
    name,
    der(sequence, from ?? "", to ?? ""),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const signature = der(bits, [0], sign("sha256", content, privateKey));
  const certificate = der(sequence, content, ecdsaWithSha256, signature).toString("base64");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replaceAll(/(.{64})/g, "$1\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
