import * as z from "zod/mini";

/** Our own opaque, globally unique id. */
export const Id = z.string().check(z.minLength(1), z.maxLength(64));
/** RFC 3339 UTC instant. */
export const Instant = z.string();
/** Integer paise. */
export const Minor = z.int();

export const Point = z.object({
  latitude: z.number().check(z.minimum(-90), z.maximum(90)),
  longitude: z.number().check(z.minimum(-180), z.maximum(180)),
});

/** A single object: `{data}`; under /api/ocpi also status_code and timestamp. */
export const data = <T extends z.ZodMiniType>(shape: T) => z.object({ data: shape });
export const ocpiData = <T extends z.ZodMiniType>(shape: T) =>
  z.object({ data: shape, status_code: z.int(), timestamp: Instant });

/** A list: flat, with its paging. */
export const list = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    content: z.array(item),
    page_no: z.int(),
    page_size: z.int(),
    total_elements: z.int(),
    total_pages: z.int(),
  });

/** Why a member of the staff does it; in the audit log. */
export const Reason = z.string().check(z.trim(), z.minLength(4), z.maxLength(140));

/** Of a list by time. */
export const ListOrder = z.enum(["NEWEST", "OLDEST"]);

export const UserParams = z.object({ userId: Id });
export const IdParams = z.object({ id: Id });
/** A driver, for the back office: by the mobile number, or by the account's id. */
export const DriverParams = z.object({
  mobile: z.string().check(z.minLength(10), z.maxLength(64)),
});

const toNumber = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value, ctx) => {
    const number = typeof value === "number" ? value : value.trim() === "" ? NaN : Number(value);
    if (!Number.isFinite(number)) {
      ctx.issues.push({ code: "custom", message: "must be a number", input: value });
      return z.NEVER;
    }
    return number;
  }),
);
/** A number in a query string. */
export const QueryNumber = toNumber;
export const queryNumber = (min: number, max: number) =>
  z.pipe(toNumber, z.number().check(z.minimum(min), z.maximum(max)));
export const queryInt = (min: number, max: number) =>
  z.pipe(toNumber, z.int().check(z.minimum(min), z.maximum(max)));
