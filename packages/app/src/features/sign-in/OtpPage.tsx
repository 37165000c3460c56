export default function OtpPage() {
  return null;
}
