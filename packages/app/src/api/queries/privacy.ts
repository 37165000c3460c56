import type { NoticeLanguage } from "@voltmarg/contract";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useUser } from "../account/account.ts";
import { call } from "../http/call.ts";
import { getConsent, getPrivacyNotice, giveConsent, nominate } from "../http/endpoints/privacy.ts";
import { PERSISTED } from "../offline/persisted-meta.ts";
import { keys } from "./keys.ts";

/** The privacy notice in one of India's languages. Public. */
export const usePrivacyNotice = (language: NoticeLanguage) =>
  useQuery({
    queryKey: keys.privacyNotice(language),
    queryFn: async ({ signal }) =>
      (await call(getPrivacyNotice, { query: { language } }, signal)).data,
    placeholderData: keepPreviousData,
    meta: PERSISTED,
  });

/** What the driver has agreed to, and whom they nominated. */
export function useConsent() {
  const { id: userId } = useUser();
  return useQuery({
    queryKey: keys.consent(userId),
    queryFn: async ({ signal }) => (await call(getConsent, { params: { userId } }, signal)).data,
  });
}

function useChange<Body>(change: (userId: string, body: Body) => Promise<{ data: unknown }>) {
  const { id: userId } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Body) => (await change(userId, body)).data,
    onSuccess: (consent) => queryClient.setQueryData(keys.consent(userId), consent),
  });
}

export const useGiveConsent = () =>
  useChange((userId, agreed: { version: number; language: NoticeLanguage }) =>
    call(giveConsent, { params: { userId }, body: { ...agreed, is_adult: true } }),
  );

export const useNominate = () =>
  useChange((userId, nominee: { name: string; contact: string } | null) =>
    call(nominate, { params: { userId }, body: { nominee } }),
  );
