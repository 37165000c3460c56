// The script a shop's page loads: window.Razorpay with open(), close() and on().
// Checkout itself is a document of this server in a frame; it answers by message.
(() => {
  const home = new URL(document.currentScript.src).origin;

  const post = (url, fields) => {
    const form = document.createElement("form");
    form.method = "POST";
    form.action = url;
    for (const [name, value] of fields) {
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = name;
      input.value = value;
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  };

  const errorFields = (error) =>
    Object.entries(error).map(([name, value]) => [
      `error[${name}]`,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);

  window.Razorpay = function Razorpay(options) {
    if (!options || !options.key) throw new Error("Razorpay: options.key is required");
    const listeners = new Map();
    let frame = null;
    let before = null;

    const emit = (event, detail) => {
      for (const listener of listeners.get(event) ?? []) listener(detail);
    };
    const remove = () => {
      if (frame === null) return false;
      window.removeEventListener("message", onMessage);
      frame.remove();
      frame = null;
      document.documentElement.style.overflow = "";
      before?.focus?.();
      return true;
    };
    const redirects = Boolean(options.callback_url && options.redirect);

    function onMessage(message) {
      if (frame === null || message.origin !== home || message.source !== frame.contentWindow)
        return;
      const { type, detail } = message.data;
      if (type === "paid") {
        remove();
        if (redirects) post(options.callback_url, Object.entries(detail));
        else options.handler?.(detail);
      } else if (type === "failed") {
        emit("payment.failed", { error: detail });
        if (redirects && remove()) post(options.callback_url, errorFields(detail));
      } else if (type === "dismissed" && remove()) {
        options.modal?.ondismiss?.();
      }
    }

    const on = (event, listener) => {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    };
    const close = () => {
      if (remove()) options.modal?.ondismiss?.();
    };
    const open = () => {
      if (frame !== null) return;
      const { blocks, sequence } = options.config?.display ?? {};
      const first = blocks?.[String(sequence?.[0]).replace("block.", "")]?.instruments?.[0];
      const query = new URLSearchParams({
        key_id: options.key,
        order_id: options.order_id ?? "",
        parent_origin: location.origin,
        name: options.name ?? "",
        description: options.description ?? "",
        email: options.prefill?.email ?? "",
        contact: options.prefill?.contact ?? "",
        first: first?.apps?.[0] ?? first?.method ?? "",
      });
      before = document.activeElement;
      frame = document.createElement("iframe");
      frame.title = "Test payments";
      frame.src = `${home}/v1/checkout?${query}`;
      Object.assign(frame.style, {
        position: "fixed",
        inset: "0",
        width: "100%",
        height: "100%",
        border: "0",
        zIndex: "2147483647",
        colorScheme: "light dark",
      });
      window.addEventListener("message", onMessage);
      document.documentElement.style.overflow = "hidden";
      document.body.append(frame);
      frame.addEventListener("load", () => frame?.focus());
    };
    return { open, close, on };
  };
})();
