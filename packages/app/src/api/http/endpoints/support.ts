import type { content, files, legal, ratings, support } from "@voltmarg/contract";
import { endpoint } from "@voltmarg/client";

// In a file of their own, since the first screen does not need them.
export const listFiles = endpoint<typeof files.listFiles>("GET", "/api/cms/v1/files");
export const deleteFile = endpoint<typeof files.deleteFile>("DELETE", "/api/cms/v1/files/:id");
export const createTicket = endpoint<typeof support.createTicket>("POST", "/api/user/v1/tickets");
export const listTickets = endpoint<typeof support.listTickets>("GET", "/api/user/v1/tickets");
export const getTicket = endpoint<typeof support.getTicket>("GET", "/api/user/v1/tickets/:id");
export const replyToTicket = endpoint<typeof support.replyToTicket>(
  "POST",
  "/api/user/v1/tickets/:id/messages",
);
export const closeTicket = endpoint<typeof support.closeTicket>(
  "POST",
  "/api/user/v1/tickets/:id/close",
);
export const escalateTicket = endpoint<typeof support.escalateTicket>(
  "POST",
  "/api/user/v1/tickets/:id/escalation",
);
export const listCustomMessages = endpoint<typeof content.listCustomMessages>(
  "GET",
  "/api/user/v1/custom/message/types",
);
export const getLegal = endpoint<typeof legal.getLegal>("GET", "/api/user/v1/legal");
export const rateSession = endpoint<typeof ratings.rateSession>(
  "PUT",
  "/api/ocpi/v1/sessions/:id/rating",
);
export const getRating = endpoint<typeof ratings.getRating>(
  "GET",
  "/api/ocpi/v1/sessions/:id/rating",
);
export const findSupportInformation = endpoint<typeof support.findSupportInformation>(
  "GET",
  "/api/user/v1/support-information/findAll",
);
export const downloadFile = endpoint<typeof files.downloadFile>(
  "GET",
  "/api/cms/v1/files/:id/download",
);
