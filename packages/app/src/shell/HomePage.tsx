import { Home } from "../features/home/Home.tsx";
import { SearchHead } from "../features/search/SearchHead.tsx";

/** What a tap on a row needs is loaded before it: the station opens at once then, and without a network too. */
const loadStation = () => void import("../features/station/StationPage.tsx").catch(() => undefined);

export function HomePage() {
  return <Home Search={SearchHead} onListed={loadStation} />;
}
