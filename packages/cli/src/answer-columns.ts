/** Of which drivers nothing is known any more. */
const DRIVER = "Driver=driver.mobile_masked?erased";
const RULES =
  "Operator=operator?every operator | Customer=customer_type?every type | Markup=rule.markup_percent?as it is | Per kWh=rule.per_kwh_add?as it is | From=from/updated_at | By=by?not known";
const RATES =
  "Sold=kind?everything else | GST=percent | SAC=sac | From=from | State=state | By=by?nobody: a preset";
const VEHICLES =
  "Id=id | Registration=registration | Make and model=make+model | kWh=battery_capacity | km=range";
const VERSIONS =
  "App=app_name | Platform=device_type | Latest=latest_version | Oldest=minimum_version | Where=url | Since=updated_at";
const CDRS =
  "CDR=ocpi_id | Ended=ended_at | Currency=currency | Before taxes=before_taxes | With taxes=after_taxes";

/**
 * The columns of a list's table, by its operation or by the field of an answer that it is in: `Heading=field`, as
 * `print-answer.ts` reads them. A list that is not named here has all its fields.
 */
export const COLUMNS: Readonly<Record<string, string>> = {
  listCharges: `Id=id | At=requested_at | ${DRIVER} | Station=location | Operator=operator | State=step,waits_for,failure | kWh=kwh | Cost=cost_minor`,
  listPayments: `Id=id | At=created_at | ${DRIVER} | Amount=amount_minor | State=status | Order=order_id | Payment=payment_id`,
  listPaymentDisputes:
    "Id=id | At=created_at | Driver=driver | Amount=amount_minor | State=state | Evidence until=respond_by | Wanted=evidence_wanted | Taken=loss_minor",
  listRefunds: `Id=id | At=created_at | ${DRIVER} | Amount=amount_minor | State=status | Payment=payment_id | Why it failed=failure`,
  listApprovals: `Id=id | When=proposed_at | What=kind | State=state | Amount=amount_minor | Driver=driver | By=proposed_by | Decided=decided_by | Why=reason`,
  listLocations:
    "Id=id | Operator's id=ocpi_id | Name=name | City=city | Operator=operator | Free=evses.free | Of=evses.total | Hidden=hidden.because",
  listReportedCheckIns:
    "Id=id | At=created_at | Station=location_name | Worked=worked | Reason=reason | Words=text | Objections=reports.reason",
  listStationProblems:
    "Id=id | At=created_at | Driver=driver | Operator=operator_name | Station=location_name | EVSE=evse_uid | What=kind | Words=text",
  listConsoleTickets: `Number=number | Since=updated_at | Due=due_at | Escalated=escalated_at | ${DRIVER} | Assignee=assignee | About=category | Subject=subject`,
  listAnswerTemplates:
    "Key=key | Title=title | About=category | Languages=languages | Changed=updated_at | By=updated_by",
  getDriverTimeline: "At=at | Kind=kind | What=what | Words=text | Amount=amount_minor | Id=id",
  listCompanies: "Id=id | Name=name | State=state | Drivers=drivers | Owes=owed_minor",
  listVehiclesOfCompany: VEHICLES,
  addCompanyVehicle: VEHICLES,
  removeCompanyVehicle: VEHICLES,
  listRetailRules: RULES,
  putRetailRule: RULES,
  deleteRetailRule: RULES,
  prices:
    "Operator=operator | Location=location | Minutes=minutes | Cost=cost_minor | Today=today_minor | After=after_minor | Margin=margin_minor | To note=unpriced,below_cost,advisory.verdict",
  listTaxRates: RATES,
  putTaxRate: RATES,
  listCredentials: "Name=name | Role=role | Since=created_at | By=created_by | Revoked=revoked_at",
  listStaff:
    "Name=name | Role=role | Since=created_at | By=created_by | Last seen=last_seen_at | Passkeys=passkeys | Company account=openid | Invited until=invited_until | Revoked=revoked_at",
  listAudit: "When=at | Who=credential | What=method+route | Outcome=outcome | With=parameters",
  listAccountAudit: "When=at | Whose=mobile_masked/user_id | What=act | With=details",
  listWhitelist:
    "Id=id | Who=driver/company | Location=location_id?every location | Operator=operator_id | Since=created_at",
  listGatewaySettlements:
    "Id=id | UTR=utr | At=settled_at | Bank=amount_minor | Lines=lines_minor | Fees=fees_minor | GST=tax_minor | Not matched=unmatched",
  listCustomerMoney:
    "Day=day | Owed=owed_minor | At provider=at_provider_minor | Expected=expected_minor | Bank=bank_minor | Difference=difference_minor",
  listSettlementMismatches:
    "At=at | Reason=reason | What=entity_id | Settlement=settlement_id | UTR=utr | Amount=amount_minor | Currency=currency",
  listGstDocuments:
    "Issued=issued_at | Number=number | Bill=cdr_id | Buyer=gst_in | Lacks address=lacks_address | State=state | IRN or reason=irn/reason",
  listMessageVersions:
    "Key=key | Language=language | Version=version | Removed=removed | Title=title | Category=category | By=written_by | Since=updated_at",
  listAppVersions: VERSIONS,
  listCatalogue:
    "Make=make | Model=model | Variant=variant | Wheels=vehicle_type | kWh=battery_capacity | km=range | DC kW=max_dc_intake | AC kW=onboard_charger_capacity | Not known=unknown | By=written_by | Source=source",
  listBreaches:
    "Id=id | Reference=reference | At=at | By=told_by | Who=who | Done=finished_at?goes on | Told=told | Reached=reached | On the way=waiting | Not reached=not_reached",
  listDisputes:
    "Bill=cdr_id | When=created_at | Operator=operator | Record=ocpi_id | Asked=asked | Checked=checked | Difference=difference | Driver paid=paid_minor | State=state",
  listQuarantinedCdrs:
    "When=received_at | Operator=operator | Record=ocpi_id | Id=id | Reason=reason | Decided=decision.decision",
  listOperatorInvoices:
    "Issued=last_updated | Operator=operator | Invoice=invoice_id/ocpi_id | Id=id | CDRs=cdrs | Matched=matched | Set aside=set_aside | Missing=missing | Double=double",
  listOperatorInvoiceCdrs: `${CDRS} | State=state | Times=times | To note=aside.reason,also_on`,
  listNotInvoicedCdrs: CDRS,
  listPartnerRecords:
    "Name=name | Party=party | Type=partner_type | State=state | Health=health | Last contact=health.last_contact_at | Failed=failed | Breaker=breaker",
  found: "What=kind | Id=id | Title=title | At=at",
  "getCompanyStatement.bills":
    "When=at | Driver=driver_name/driver_mobile | Place=place | kWh=kwh | GST=gst_minor | Total=total_minor | Invoice=invoice_number",
  "getSettlement.payments": "Paid on=paid_on | UTR=utr | Paid=amount_minor",
  numbers:
    "Number=mobile | Limit=limit_minor?none | Driver=driver_id?not signed up, or not agreed yet",
  records:
    "Booked=booked_at | Record=ocpi_id | Bill=cdr_id | kWh=kwh | Asked=asked_minor | Checked=checked_minor | Disputed=disputed_minor | Payable=payable_minor | Paid=paid_minor | Margin=margin_minor",
  accounts: "Group=group | Account=name | Debit=debit_minor | Credit=credit_minor",
  budgets: "Channel=channel | Sent=used | Of=per_day | Refused=refused | Most to one=per_recipient",
  plugs:
    "EVSE=uid | Printed=evse_id | Status=status | Since=status_since | Plugs=connectors.standard | Tariffs=connectors.tariff_ids",
  operators: "Operator=name | Heard=since | Health=health",
  sums: "State=state | CDRs=cdrs | Currency=currency | Before taxes=before_taxes | Taxes=taxes.amount | With taxes=after_taxes | Without=without_taxes",
};

/** What is said where a list has nothing. */
export const EMPTY: Readonly<Record<string, string>> = {
  found: "Nothing.",
  listPartnerRecords: "No partners.",
  listWhitelist: "Nobody.",
  listRetailRules: "No rules: every tariff is sold on as the operator has it.",
  carriers: "Nothing was handed to a carrier.",
  prices: "There are no tariffs that this rule is for.",
};

/** Parts of an answer that only `--json` prints: too long for a terminal, or said by other commands. */
export const HIDDEN: Readonly<Record<string, readonly string[]>> = {
  getCharge: ["limit", "meter", "price", "ledger", "messages", "may"],
  getConsoleLocation: ["latitude", "longitude", "tariffs", "messages", "source"],
  tellBreach: ["text_en"],
};
