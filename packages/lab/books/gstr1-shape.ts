/** What a value of the portal's JSON has to be: a pattern of its text, its one value, or what the parts of it are. */
export type Shape =
  | RegExp
  | string
  | number
  | { readonly [field: string]: Shape }
  | readonly [Shape];

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/;
const AMOUNT = /^-?\d+(\.\d{1,2})?$/;
const SIZE = /^\d+(\.\d{1,2})?$/;
const RATE = /^(0|0\.1|0\.25|1|1\.5|3|5|6|7\.5|12|18|28|40)$/;
const NUMBER = /^[A-Z\d/-]{1,16}$/;
const DAY = /^\d{2}-\d{2}-20\d{2}$/;
const STATE = /^(0[1-9]|[12]\d|3[0-8]|96|97)$/;

const taxes = (amount: RegExp) => ({
  txval: amount,
  iamt: amount,
  camt: amount,
  samt: amount,
  csamt: 0,
});
const items = [{ num: /^\d+$/, itm_det: { rt: RATE, ...taxes(SIZE) } }] as const;
const invoice = { inum: NUMBER, idt: DAY, val: SIZE, itms: items };
const note = { ntty: "C", nt_num: NUMBER, nt_dt: DAY, val: SIZE, pos: STATE, itms: items };
const regular = { rchrg: "N", inv_typ: "R" };
const hsn = [
  {
    num: /^\d+$/,
    hsn_sc: /^\d{4,8}$/,
    desc: /^.{0,30}$/,
    uqc: "NA",
    qty: 0,
    rt: RATE,
    ...taxes(AMOUNT),
  },
] as const;

/** GSTR-1 by the field names of public programs that write it, not by the portal's own schema; only what a seller of charging has. */
export const GSTR1: Shape = {
  gstin: GSTIN,
  fp: /^(0[1-9]|1[0-2])20\d{2}$/,
  b2b: [{ ctin: GSTIN, inv: [{ ...invoice, pos: STATE, ...regular }] }],
  b2cl: [{ pos: STATE, inv: [invoice] }],
  b2cs: [{ sply_ty: /^(INTRA|INTER)$/, pos: STATE, typ: "OE", rt: RATE, ...taxes(AMOUNT) }],
  cdnr: [{ ctin: GSTIN, nt: [{ ...note, ...regular }] }],
  cdnur: [{ ...note, typ: "B2CL" }],
  hsn: { hsn_b2b: hsn, hsn_b2c: hsn },
  doc_issue: {
    doc_det: [
      {
        doc_num: /^(1|5)$/,
        doc_typ: /^(Invoices for outward supply|Credit Note)$/,
        docs: [
          {
            num: /^\d+$/,
            from: NUMBER,
            to: NUMBER,
            totnum: /^\d+$/,
            cancel: 0,
            net_issue: /^\d+$/,
          },
        ],
      },
    ],
  },
};

/** Where a value is not of a shape. */
export function misfits(value: unknown, shape: Shape, at = "$"): string[] {
  if (typeof shape === "string" || typeof shape === "number") return value === shape ? [] : [at];
  if (shape instanceof RegExp)
    return ["string", "number"].includes(typeof value) && shape.test(String(value)) ? [] : [at];
  if (Array.isArray(shape))
    return Array.isArray(value)
      ? value.flatMap((each, n) => misfits(each, (shape as [Shape])[0], `${at}[${n}]`))
      : [at];
  if (typeof value !== "object" || value === null) return [at];
  const fields = shape as Record<string, Shape>;
  const unknown = Object.keys(value).filter((field) => !(field in fields));
  return [
    ...unknown.map((field) => `${at}.${field} is not known`),
    ...Object.entries(fields).flatMap(([field, each]) =>
      misfits((value as Record<string, unknown>)[field], each, `${at}.${field}`),
    ),
  ];
}
