export default function NotYetPage(_: { page: string }) {
  return null;
}
