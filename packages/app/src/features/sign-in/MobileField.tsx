import { TextField } from "../../ui/TextField.tsx";
import { signInCopy as copy } from "./copy.ts";
import { spaced } from "./mobile-number.ts";

export const MobileField = ({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) => (
  <TextField
    label={copy.mobileNumber}
    className="num"
    lead={<span className="cc">+91</span>}
    type="tel"
    inputMode="numeric"
    autoComplete="tel-national"
    placeholder={copy.mobileExample}
    value={value}
    error={error}
    onChange={(event) => onChange(event.target.value)}
    onBlur={() => {
      if (spaced(value) !== value) onChange(spaced(value));
    }}
  />
);
