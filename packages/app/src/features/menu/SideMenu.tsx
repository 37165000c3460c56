import { Dialog } from "@base-ui/react/dialog";
import { Bell } from "@phosphor-icons/react/dist/csr/Bell";
import { SignOut } from "@phosphor-icons/react/dist/csr/SignOut";
import type { Session } from "@voltmarg/contract";
import { type ReactNode, useRef } from "react";
import { Link } from "../../ui/router.tsx";
import { signOut, useUser } from "../../api/account/account.ts";
import { useImage, useProfileImage } from "../../api/queries/images.ts";
import { useUnread } from "../../api/queries/notifications.ts";
import { useWallet } from "../../api/queries/wallet.ts";
import { appVersion } from "../../native/device.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { StatusGlyph } from "../../ui/StatusGlyph.tsx";
import { inr, kw, mobile } from "../../ui/format.ts";
import { closeMenu, useMenu } from "../../ui/menu.ts";
import { Avatar } from "../../ui/MenuButton.tsx";
import { useOverlay } from "../../ui/overlays.ts";
import { menuCopy as copy } from "./copy.ts";
import { type Entry, menuEntries, moreEntries } from "./entries.ts";

/** The side menu: an overlay without gestures. */
export function SideMenu({
  sessions,
  onActiveSession,
}: {
  sessions: Session[];
  onActiveSession: () => Promise<void>;
}) {
  const open = useMenu((menu) => menu.open);
  const user = useUser();
  const image = useProfileImage().data;
  const photo = useImage(image?.id ?? null).data;
  const unread = useUnread(open);
  // Whoever follows an entry is taken to its screen's heading, not back to the avatar.
  const followed = useRef(false);
  const follow = () => {
    followed.current = true;
    closeMenu();
  };
  const leave = () => {
    followed.current = false;
    closeMenu();
  };
  useOverlay(open, leave);

  const entries = menuEntries(user.customer_type);
  const firstOfHelp = entries.findIndex((entry) => entry.path === paths.faq);
  const item = (entry: Entry) => (
    <li key={entry.title}>
      <Item
        entry={entry}
        onFollow={follow}
        onActiveSession={() => {
          follow();
          void onActiveSession();
        }}
      >
        {entry.path === null ? <ActivePower sessions={sessions} /> : null}
        {entry.path === paths.wallet ? <Spendable /> : null}
      </Item>
    </li>
  );

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) leave();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="menu-scrim overlay" />
        <Dialog.Popup className="menu" finalFocus={() => !followed.current}>
          <Dialog.Title className="sr-only">{copy.menu}</Dialog.Title>
          <nav className="list" aria-label={copy.menu}>
            <div className="who">
              <Avatar name={user.name} photo={photo} />
              <span className="grow">
                {user.name ? <b className="t2 one">{user.name}</b> : null}
                <span className={user.name ? "sub one ink2 num" : "t3 one num"}>
                  {mobile(user.mobile)}
                </span>
              </span>
              <Link
                className="iconbtn bell num"
                to={paths.notifications}
                aria-label={unread > 0 ? copy.notificationsUnread(unread) : copy.notifications}
                onClick={follow}
              >
                <Bell size={26} aria-hidden="true" />
                {unread > 0 ? (
                  <span className="bell-count">{unread > 99 ? "99+" : unread}</span>
                ) : null}
              </Link>
            </div>
            <ul>{entries.slice(0, firstOfHelp).map(item)}</ul>
            {moreEntries().map((entry) => (
              <Item key={entry.title} entry={entry} onFollow={follow} onActiveSession={follow}>
                {null}
              </Item>
            ))}
            <ul>{entries.slice(firstOfHelp).map(item)}</ul>
          </nav>
          <div className="foot">
            <Button
              kind="danger-quiet"
              small
              icon={<SignOut size={22} aria-hidden="true" />}
              onClick={() => {
                follow();
                void signOut().then(() => location.replace(paths.login));
              }}
            >
              {copy.logout}
            </Button>
            <span className="cap ink3 num">{copy.version(appVersion)}</span>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Item({
  entry: { Icon, path, title },
  onFollow,
  onActiveSession,
  children,
}: {
  entry: Entry;
  onFollow: () => void;
  onActiveSession: () => void;
  children: ReactNode;
}) {
  const inside = (
    <>
      <Icon size={24} aria-hidden="true" />
      <span className="grow">{title}</span>
      {children}
    </>
  );
  return path === null ? (
    <button type="button" className="mi" onClick={onActiveSession}>
      {inside}
    </button>
  ) : (
    <Link className="mi" to={path} onClick={onFollow}>
      {inside}
    </Link>
  );
}

function ActivePower({ sessions }: { sessions: Session[] }) {
  const active = sessions.filter((session) => session.status === "ACTIVE");
  const first = active[0];
  if (!first) return null;
  return (
    <span className="live num">
      <StatusGlyph kind="available" size={14} />
      {active.length > 1 ? active.length : first.power_kw === null ? "–" : kw(first.power_kw)}
    </span>
  );
}

/** What can be spent; the rest of the balance is of no use now. */
function Spendable() {
  const wallet = useWallet().data;
  return wallet ? <b className="num">{inr(wallet.spendable_minor)}</b> : null;
}
