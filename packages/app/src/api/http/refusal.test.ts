import { expect, test } from "vitest";
import { fieldError, isRefusal, offline, Refusal, refusalOf, sentence } from "./refusal.ts";

const broken = "Something went wrong at our end. Try again.";
const problem = (status: number, body: unknown) =>
  refusalOf(new Response(typeof body === "string" ? body : JSON.stringify(body), { status }));

test("a refusal says the service's sentence", async () => {
  const refusal = await problem(404, { code: "LOCATION_NOT_FOUND", message: "No such station." });
  expect(refusal).toMatchObject({
    code: "LOCATION_NOT_FOUND",
    status: 404,
    message: "No such station.",
    fields: [],
  });
});

test("an answer that is no problem document is a fault of ours, or the service is busy", async () => {
  expect((await problem(500, "<html>")).message).toBe(broken);
  expect(await problem(503, "<html>")).toMatchObject({
    code: "UNAVAILABLE",
    message: "The service is busy. Try again in a moment.",
  });
});

test("no answer at all is no connection", () => {
  expect(offline()).toMatchObject({
    code: "OFFLINE",
    status: 0,
    message: "No connection. Check your network and try again.",
  });
  expect(new Refusal("INTERNAL", 500, {}).message).toBe(broken);
});

test("a refusal is known by any of its codes, another error by none", () => {
  const refusal = new Refusal("NOT_FOUND", 404, {});
  expect(isRefusal(refusal)).toBe(true);
  expect(isRefusal(refusal, "NOT_FOUND")).toBe(true);
  expect(isRefusal(refusal, "OFFLINE", "NOT_FOUND")).toBe(true);
  expect(isRefusal(refusal, "OFFLINE")).toBe(false);
  expect(isRefusal(new Error("x"))).toBe(false);
  expect(isRefusal({ code: "NOT_FOUND" }, "NOT_FOUND")).toBe(false);
});

test("a wrong field is found by the last part of its path", () => {
  const errors = [
    { path: "/body/vehicle/registration", message: "Too long." },
    { path: "vehicle.inlets", message: "Choose one." },
  ];
  const refusal = new Refusal("INVALID_INPUT", 400, { errors: errors as never });
  expect(fieldError(refusal, "registration")).toBe("Too long.");
  expect(fieldError(refusal, "inlets")).toBe("Choose one.");
  expect(fieldError(refusal, "vehicle")).toBeUndefined();
  expect(fieldError(new Error("x"), "inlets")).toBeUndefined();
});

test("any other error is a fault of ours", () => {
  expect(sentence(offline())).toBe("No connection. Check your network and try again.");
  expect(sentence(new Error("TypeError: x is undefined"))).toBe(broken);
});
