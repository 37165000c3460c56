/** The books of a month with one bill. */
export const exampleBooks = {
  "Books.filed_by": "asha",
  "Books.filed_at": "2026-12-11T06:30:00.000Z",
  "Books.name": "Output CGST",
  "Books.group": "Duties & Taxes",
  invoices: 1,
  credit_notes: 0,
  financial_credit_notes: 0,
  debit_minor: 0,
  "Books.credit_minor": 2_009,
  "Books.difference_minor": 0,
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  "Books.file": "gstr-1.json",
  "exportBooks.file": "gstr-1.json",
};
