import { useQuery } from "@tanstack/react-query";
import { useUser } from "../account/account.ts";
import { call } from "../http/call.ts";
import { getCompanyOffer } from "../http/endpoints/account.ts";
import { keys } from "./keys.ts";

/** What a company that has listed the driver's number offers; null: none does. */
export function useCompanyOffer() {
  const { id: userId, customer_type } = useUser();
  return useQuery({
    queryKey: keys.companyOffer(userId),
    queryFn: async ({ signal }) =>
      (await call(getCompanyOffer, { params: { userId } }, signal)).data,
    enabled: customer_type === "PERSONAL",
  });
}
