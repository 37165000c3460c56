export default function MyVehiclePage() {
  return null;
}
