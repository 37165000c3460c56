import { read, reading } from "@voltmarg/ocpi";
import { expect, test } from "vitest";
import { readingRules } from "./reading-rules.ts";

const last_updated = "2026-03-01T10:00:00Z";
const rules = readingRules({ clock: { now: () => new Date(last_updated) } });

test.each([
  ["CCS-2", "IEC_62196_T2_COMBO"],
  ["Type 2", "IEC_62196_T2"],
  ["type6", "LEVDC"],
  ["IEC 62196-6", "LEVDC"],
  ["IS 17017-2-6", "LEVDC"],
  ["levdc", "LEVDC"],
  ["Type-7", "LECCS"],
  ["IS-17017-2-7", "LECCS"],
  ["AC001", "IEC_60309_2_single_16"],
  ["Bharat AC001", "IEC_60309_2_single_16"],
  ["IEC AC", "IEC_60309_2_single_16"],
  ["IEC 60309", "IEC_60309_2_single_16"],
  ["DC-001", "GBT_DC"],
  ["Bharat DC-001", "GBT_DC"],
  ["GB/T", "GBT_DC"],
  ["15 A", "DOMESTIC_M"],
  ["16A", "DOMESTIC_M"],
  ["CHADEMO", "CHADEMO"],
  ["14A", "14A"],
  ["LECCS", "LECCS"],
])("a plug that an Indian operator calls %s is %s", (standard, value) => {
  const plug = { id: "1", standard, format: "SOCKET", power_type: "DC", last_updated };
  const volts = { max_voltage: 120, max_amperage: 15 };
  const result = read(reading.connector, { ...plug, ...volts }, { rules });
  expect(result.ok && result.data.standard).toBe(value);
  const said = result.findings.map(({ path, message }) => [path, message]);
  const isFinding = value !== standard;
  expect(said).toEqual(isFinding ? [["standard", expect.stringMatching(`read as ${value}$`)]] : []);
});
