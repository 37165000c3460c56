import { Empty } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { walletCopy as copy } from "./copy.ts";

export const CompanyPays = () => (
  <Screen title={copy.title}>
    <Empty title={copy.corporateTitle}>{copy.corporateText}</Empty>
  </Screen>
);
