export default function BillPage() {
  return null;
}
