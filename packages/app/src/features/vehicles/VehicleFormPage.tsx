export default function VehicleFormPage() {
  return null;
}
