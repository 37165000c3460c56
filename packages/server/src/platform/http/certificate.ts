import { connect } from "node:tls";

/** The last day of the certificate at an https URL, and why browsers would not accept it; null: they would. */
export type Certificate = { until: Date; refused: string | null };

/** Rejects where nothing answers. */
export function certificateAt(url: URL, timeoutMs: number): Promise<Certificate> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(url.port || 443),
      servername: /^[\d.]+$|:/.test(host) ? "" : host,
      // It is looked at, and nothing is sent.
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    socket.on("error", reject);
    socket.on("timeout", () => socket.destroy(new Error("no answer in time")));
    socket.on("secureConnect", () => {
      const { valid_to } = socket.getPeerCertificate();
      const { authorized, authorizationError } = socket;
      resolve({
        until: new Date(valid_to),
        refused: authorized ? null : String(authorizationError),
      });
      socket.destroy();
    });
  });
}
