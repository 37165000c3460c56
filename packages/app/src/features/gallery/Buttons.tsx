import { Heart } from "@phosphor-icons/react/dist/csr/Heart";
import { useState } from "react";
import { Button, ButtonLink, IconButton } from "../../ui/Button.tsx";
import { HoldButton } from "../../ui/HoldButton.tsx";
import { paths } from "../../paths.ts";

const kinds = ["primary", "secondary", "outline", "quiet", "danger", "danger-quiet"] as const;

export function Buttons() {
  const [held, setHeld] = useState("not held yet");
  return (
    <section aria-labelledby="g-buttons">
      <h2 className="t2" id="g-buttons">
        Buttons
      </h2>
      {kinds.map((kind) => (
        <div key={kind} className="g-row">
          <h3 className="sub ink2">{kind}</h3>
          <Button kind={kind}>Default</Button>
          <Button kind={kind} className="is-pressed">
            Pressed
          </Button>
          <Button kind={kind} className="is-focus">
            Focus
          </Button>
          <Button kind={kind} disabled>
            Disabled
          </Button>
          <Button kind={kind} busy="Loading">
            Start
          </Button>
          <Button kind={kind} small icon={<Heart size={20} weight="bold" aria-hidden="true" />}>
            Small
          </Button>
        </div>
      ))}
      <div className="g-row">
        <h3 className="sub ink2">link, icon, floating icon</h3>
        <ButtonLink kind="secondary" to={paths.privacy}>
          A link
        </ButtonLink>
        <IconButton label="Favorite">
          <Heart size={26} aria-hidden="true" />
        </IconButton>
        <IconButton label="Favorite, pressed" className="is-pressed">
          <Heart size={26} weight="fill" aria-hidden="true" />
        </IconButton>
        <IconButton label="Favorite, disabled" disabled>
          <Heart size={26} aria-hidden="true" />
        </IconButton>
        <IconButton label="Favorite, floating" float>
          <Heart size={26} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="g-row is-wide">
        <h3 className="sub ink2">{`hold: ${held}`}</h3>
        <HoldButton
          label="Hold to stop"
          holdingLabel="Keep holding"
          onHeld={() => setHeld("held")}
          onAsk={() => setHeld("asked by key")}
        />
        <HoldButton
          label="Hold to stop"
          holdingLabel="Keep holding"
          busy="Stopping"
          onHeld={() => undefined}
          onAsk={() => undefined}
        />
      </div>
    </section>
  );
}
