import PdfFile from "pdfkit";
import { printedText } from "../../../platform/print/printed-letters.ts";
import { Page } from "./page.ts";

export type PdfFacts = {
  title: string;
  author: string;
  subject: string;
  language: "en-IN" | "hi-IN";
  /** The document's own date: nothing in the file says when it was drawn, so that the same content gives the same bytes. */
  at: Date;
};

/** A PDF on A4, drawn by `draw`. */
export async function pdfOf(facts: PdfFacts, draw: (page: Page) => void): Promise<Buffer> {
  const author = printedText(facts.author);
  const doc = new PdfFile({
    size: "A4",
    margin: 0,
    bufferPages: true,
    pdfVersion: "1.7",
    lang: facts.language,
    displayTitle: true,
    info: {
      Title: printedText(facts.title),
      Author: author,
      Subject: printedText(facts.subject),
      Creator: author,
      Producer: author,
      CreationDate: facts.at,
      ModDate: facts.at,
    },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on("end", resolve);
    doc.on("error", reject);
  });
  draw(new Page(doc));
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
