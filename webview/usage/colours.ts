/** How a series is drawn. In high contrast a pattern within a border tells series apart, elsewhere the colour does. */
export interface Paint {
  readonly fill: string | CanvasPattern;
  readonly border: string;
  readonly borderWidth: number;
}

export interface Look {
  readonly text: string;
  readonly line: string;
  /** In high contrast a line is as loud as a bar. */
  readonly grid: boolean;
  readonly font: string;
  readonly size: number;
  paint(index: number): Paint;
}

/** VS Code's own colours for charts, with the fallback its themes have; the same order as `.tone-n` in usage.css. */
export const tones = [
  ['--vscode-charts-blue', '#3794ff'],
  ['--vscode-charts-yellow', '#cca700'],
  ['--vscode-charts-purple', '#b180d7'],
  ['--vscode-charts-green', '#89d185'],
] as const;

const tile = 8;

/** Solid, stripes up, dots, stripes down: told apart without any colour. */
function pattern(index: number, ink: string, paper: string): CanvasPattern | string {
  const canvas = document.createElement('canvas');
  canvas.width = tile;
  canvas.height = tile;
  const pen = canvas.getContext('2d');
  if (pen === null || index % tones.length === 0) return ink;
  pen.fillStyle = paper;
  pen.fillRect(0, 0, tile, tile);
  pen.strokeStyle = ink;
  pen.fillStyle = ink;
  pen.lineWidth = 2;
  pen.beginPath();
  const kind = index % tones.length;
  if (kind === 2) {
    pen.arc(tile / 2, tile / 2, 2, 0, 2 * Math.PI);
    pen.fill();
  } else {
    const [from, to] = kind === 1 ? [tile, 0] : [0, tile];
    for (const shift of [-tile, 0, tile]) {
      pen.moveTo(shift, from);
      pen.lineTo(shift + tile, to);
    }
    pen.stroke();
  }
  return pen.createPattern(canvas, 'repeat') ?? ink;
}

/** Read anew after each change of the theme. */
export function readLook(): Look {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string, fallback: string): string => style.getPropertyValue(name).trim() || fallback;
  const text = read('--vscode-foreground', '#888');
  const paper = read('--vscode-editor-background', '#000');
  const contrast = document.body.classList.contains('vscode-high-contrast');
  return {
    text,
    line: contrast ? read('--vscode-contrastBorder', text) : read('--vscode-panel-border', text),
    grid: !contrast,
    font: read('--vscode-font-family', 'sans-serif'),
    size: Number.parseFloat(read('--vscode-font-size', '13px')) || 13,
    paint: (index) => {
      const [name, fallback] = tones[index % tones.length] ?? tones[0];
      const colour = read(name, fallback);
      return contrast
        ? { fill: pattern(index, text, paper), border: text, borderWidth: 1 }
        : { fill: colour, border: paper, borderWidth: 1 };
    },
  };
}
