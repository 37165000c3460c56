export default function NumberPage() {
  return null;
}
