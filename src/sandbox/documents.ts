/** Where the documents lie that results link to. */
const path = /^\/documents\/(rc|credit-report)-(\d{8})\.pdf$/;

/** The path of an invented document. */
export function documentPath(kind: 'rc' | 'credit-report', digits: string): string {
  return `/documents/${kind}-${digits}.pdf`;
}

/** A PDF of one page with these lines. Source: ISO 32000-1, 7.5 (file structure). ASCII without brackets only. */
function pdf(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `(${line}) Tj T*`).join('\n');
  const stream = `BT /F1 14 Tf 20 TL 60 760 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places: number[] = [];
  objects.forEach((object, at) => {
    places.push(file.length);
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, 'latin1');
}

/** The invented document at a path, or null. */
export function documentAt(asked: string): Buffer | null {
  const [, kind, digits] = path.exec(asked) ?? [];
  if (kind === undefined || digits === undefined) return null;
  const title = kind === 'rc' ? 'Registration certificate' : 'Credit report';
  return pdf([
    `${title} ${digits}`,
    'INVENTED BY THE SANDBOX',
    'Nothing in it is about anybody, and nothing was billed.',
  ]);
}
