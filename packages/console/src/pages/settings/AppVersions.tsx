import type { AppVersion } from "@voltmarg/contract";
import { ListPage } from "../../ui/ListPage.tsx";
import { Operation } from "../../ui/Operation.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At } from "../../ui/values.tsx";

const LABELS = {
  name: "App",
  device_type: "Platform",
  minimum_version: "Oldest that still works",
  url: "Where the new one is",
  notes: "What is new",
};

const COLUMNS: readonly Column<AppVersion>[] = [
  { head: "App", cell: ({ app_name }) => app_name },
  { head: "Platform", cell: ({ device_type }) => device_type },
  { head: "Latest", cell: ({ latest_version }) => latest_version },
  { head: "Oldest that works", cell: ({ minimum_version }) => minimum_version },
  {
    head: "Where it is",
    cell: ({ url }) => (url ? <a href={url}>{url}</a> : "comes by itself"),
  },
  { head: "What is new", cell: ({ notes }) => notes ?? "–" },
  { head: "Since", cell: ({ updated_at }) => <At at={updated_at} /> },
  { head: "Change", cell: (version) => <Actions of={version} /> },
];

/** Which versions of the drivers' app are there, and which still work. */
export default function AppVersions() {
  return (
    <ListPage
      name="listAppVersions"
      title="App versions"
      about="An app older than the oldest one asks its driver to update before it goes on."
      rows={({ data }) => data.versions}
      keyOf={({ app_name, device_type }) => `${app_name} ${device_type}`}
      empty="No version is set: every app goes on."
      columns={COLUMNS}
      actions={
        <Operation
          name="putAppVersion"
          label="Add a platform"
          primary
          now={{ name: "voltmarg" }}
          labels={LABELS}
        />
      }
    />
  );
}

function Actions({ of }: { of: AppVersion }) {
  const params = { name: of.app_name, device_type: of.device_type };
  return (
    <span className="actions">
      <Operation
        name="putAppVersion"
        label="Change"
        params={params}
        now={{ ...of }}
        labels={LABELS}
        about="Drivers with an older app than the oldest cannot start a charging session until they update."
      />
      <Operation name="removeAppVersion" label="Remove" danger params={params} />
    </span>
  );
}
