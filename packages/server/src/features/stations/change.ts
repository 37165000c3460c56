/** The status of an EVSE as it was committed. */
export type NewStatus = {
  /** Id of its location. */
  id: string;
  uid: string;
  status: string;
  since: Date;
  /** Of the EVSE's row. */
  version: number;
};

/**
 * A location that was written. `freed`: uids of EVSEs that became free by it. `statuses`: all that changed, if nothing but
 * statuses did; else the location has to be read.
 */
export type Change = {
  id: string;
  version: number;
  freed: string[];
  statuses?: readonly NewStatus[] | null;
};
