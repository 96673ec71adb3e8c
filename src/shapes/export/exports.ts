import type {
  ShapeExport,
  ShapeFormat,
  ShapeFormatName,
  ShapeWriter,
} from '../../calls/ports/shapeExportPorts.ts';
import { sandboxTaught } from './heads.ts';
import { jsonSchemaText } from './jsonSchema.ts';
import { typeNames } from './names.ts';
import { observedDocument } from './observedDocument.ts';
import { openApiText } from './openApi.ts';
import { learnedTrees } from './trees.ts';
import { typescriptText } from './typescript.ts';
import { zodText } from './zodText.ts';

const formats: readonly ShapeFormatName[] = [
  { id: 'json-schema', label: 'JSON Schema', languageId: 'json', fileName: 'observed.schema.json' },
  { id: 'typescript', label: 'TypeScript', languageId: 'typescript', fileName: 'observed.ts' },
  { id: 'zod', label: 'zod', languageId: 'typescript', fileName: 'observed.zod.ts' },
  { id: 'openapi', label: 'OpenAPI 3.1', languageId: 'json', fileName: 'observed.openapi.json' },
];

function exportText(format: ShapeFormat, wanted: ShapeExport): string {
  if (format === 'openapi') return openApiText(wanted);
  const { operations, shapes, simulated = false } = wanted;
  const trees = operations.flatMap((operation) => learnedTrees(operation, shapes));
  const names = typeNames(trees);
  if (format === 'json-schema') return jsonSchemaText(trees, names, simulated);
  const text = format === 'typescript' ? typescriptText(trees, names) : zodText(trees, names);
  return simulated ? `// ${sandboxTaught}\n\n${text}` : text;
}

/** Writes what was learned: as a document to read, and as files for other tools. */
export const shapeWriter: ShapeWriter = { formats, document: observedDocument, export: exportText };
