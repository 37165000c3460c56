import { type Drawing, FONT, type Shape } from "./drawing.ts";

/** The drawing as pixels, `scale` being size × device pixel ratio. */
export function toImageData({ box, shapes }: Drawing, scale: number): ImageData {
  const [x, y, w, h] = box;
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(w * scale);
  canvas.height = Math.ceil(h * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.setTransform(scale, 0, 0, scale, -x * scale, -y * scale);
  for (const shape of shapes) paint(context, shape);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

function paint(context: CanvasRenderingContext2D, shape: Shape): void {
  context.save();
  if (shape.kind === "text") {
    context.fillStyle = shape.fill;
    context.textAlign = "left";
    const fonts = shape.runs.map((run) => `${run.weight} ${run.size}px ${FONT}`);
    const widths = shape.runs.map((run, i) => {
      context.font = fonts[i]!;
      return context.measureText(run.text).width;
    });
    let left = shape.x - widths.reduce((sum, width) => sum + width, 0) / 2;
    shape.runs.forEach((run, i) => {
      context.font = fonts[i]!;
      context.fillText(run.text, left, shape.y);
      left += widths[i]!;
    });
  } else {
    const path = new Path2D(shape.d);
    if (shape.matrix) context.transform(...shape.matrix);
    if (shape.fill) {
      context.fillStyle = shape.fill;
      context.fill(path);
    }
    if (shape.stroke) {
      context.strokeStyle = shape.stroke;
      context.lineWidth = shape.strokeWidth ?? 1;
      context.lineCap = shape.round ? "round" : "butt";
      context.lineJoin = shape.round ? "round" : "miter";
      context.setLineDash(shape.dash ?? []);
      context.stroke(path);
    }
  }
  context.restore();
}
