export default function AddMoneyPage() {
  return null;
}
