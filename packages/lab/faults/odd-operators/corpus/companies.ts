import { ABSENT, type OddLocation } from "./case.ts";

/** Operator details, images and the energy mix of a location. */
export const companies: readonly OddLocation[] = [
  {
    name: "operator by name alone",
    why: "A small system holds no details of a company.",
    odd: { operator: "Charge Example" },
    expect: { is: "SHOWN", told: ["operator"] },
  },
  {
    name: "operator without a name",
    why: "Only the logo was filled in.",
    odd: { "operator.name": ABSENT },
    expect: { is: "SHOWN", told: ["operator"] },
  },
  {
    name: "website without a scheme",
    why: "People write their address as they say it.",
    odd: { "operator.website": "www.charge.example" },
    expect: { is: "SHOWN" },
  },
  {
    name: "logo as an address",
    why: "The image class is a lot of work for one picture.",
    odd: { "operator.logo": "https://charge.example/logo.png" },
    expect: { is: "SHOWN", told: ["operator.logo"] },
  },
  {
    name: "image without a category",
    why: "Photographs are stored without saying what they show.",
    odd: { "images.0.category": ABSENT },
    expect: { is: "SHOWN", told: ["images.0.category"] },
  },
  {
    name: "image with its size as text",
    why: "Sizes were read from file names.",
    odd: { "images.0.width": "800", "images.0.height": "600px" },
    expect: { is: "SHOWN", told: ["images.0.height"] },
  },
  {
    name: "image of a long type",
    why: "The MIME type is at hand, the ending is not.",
    odd: { "images.0.type": "image/jpeg" },
    expect: { is: "SHOWN" },
  },
  {
    name: "energy mix without its flag",
    why: "The supplier's name is known, whether it is green is not.",
    odd: { "energy_mix.is_green_energy": ABSENT },
    expect: { is: "SHOWN", told: ["energy_mix"] },
  },
  {
    name: "energy mix as percentages in text",
    why: "The figures come from a PDF.",
    odd: { "energy_mix.energy_sources": [{ source: "SOLAR", percentage: "60%" }] },
    expect: { is: "SHOWN", told: ["energy_mix"] },
  },
];
