import { csharpHttpclient } from '@scalar/snippetz/plugins/csharp/httpclient';
import { goNative } from '@scalar/snippetz/plugins/go/native';
import { javaNethttp } from '@scalar/snippetz/plugins/java/nethttp';
import { jsFetch } from '@scalar/snippetz/plugins/js/fetch';
import { nodeUndici } from '@scalar/snippetz/plugins/node/undici';
import { phpCurl } from '@scalar/snippetz/plugins/php/curl';
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests';
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl';
import { curlBody, curlUrl } from './curl.ts';
import { frameOf, indented, keyVariable, type Swap, standIn, swapped } from './frame.ts';
import { csharpString, doubleQuoted, goString, javaString, jsString, phpString } from './literals.ts';
import { jsObject, plainObject, pythonObject } from './objects.ts';
import { answerType } from './typescriptTypes.ts';

/** What goes into a snippet: text as it is to be sent, and lines for the comment above it. */
interface Parts {
  readonly url: string;
  readonly body: string;
  readonly comment: readonly string[];
}

/** Writes a whole snippet, ready to be saved as a file and run. */
export type Writer = (parts: Parts) => string;

function commented(mark: '//' | '#', lines: readonly string[]): string {
  return lines.map((line) => `${mark} ${line}\n`).join('');
}

/** An object where that sends the same JSON, for it is what one goes on to edit; else the text as it is. */
function jsBody(body: string): string {
  const plain = plainObject(body);
  return plain === undefined ? jsString(body) : `JSON.stringify(${jsObject(plain, '  ')})`;
}

function jsSwaps({ url, body }: Parts): readonly Swap[] {
  return [
    [`'${standIn.url}'`, jsString(url)],
    [`'Bearer ${standIn.key}'`, `\`Bearer \${process.env.${keyVariable}}\``],
    [`'${standIn.body}'`, jsBody(body)],
  ];
}

export const writeCurl: Writer = (parts) => {
  const data = curlBody(parts.body);
  const code = swapped(frameOf(shellCurl, 'application/json'), [
    [standIn.url, curlUrl(parts.url)],
    [`'Authorization: Bearer ${standIn.key}'`, `"Authorization: Bearer $${keyVariable}"`],
    [`--data '${standIn.body}'`, data.option],
  ]);
  return `${commented('#', parts.comment)}${data.before}${code}\n`;
};

export const writeUndici: Writer = (parts) => {
  const code = swapped(frameOf(nodeUndici, 'text/plain'), jsSwaps(parts));
  return `${commented('//', parts.comment)}${code};\nconsole.log(statusCode, await body.text());\n`;
};

function fetchCode(parts: Parts): string {
  return swapped(frameOf(jsFetch, 'application/json'), jsSwaps(parts));
}

export const writeFetch: Writer = (parts) =>
  `${commented('//', parts.comment)}const response = await ${fetchCode(parts)};
console.log(response.status, await response.text());
`;

export const writeTypeScript: Writer = (parts) =>
  `${commented('//', parts.comment)}${answerType}
const response: Response = await ${fetchCode(parts)};
const answer = (await response.json()) as Answer;
console.log(response.status, answer.message_code, answer.charged, answer);
`;

function pythonBody(body: string): string {
  const plain = plainObject(body);
  return plain === undefined
    ? `data=${doubleQuoted(body)}.encode("utf-8")`
    : `json=${pythonObject(plain, '    ')}`;
}

export const writePython: Writer = (parts) => {
  const code = swapped(frameOf(pythonRequests, 'application/json'), [
    [`"${standIn.url}"`, doubleQuoted(parts.url)],
    [`"Bearer ${standIn.key}"`, `"Bearer " + os.environ["${keyVariable}"]`],
    [`data="${standIn.body}"`, pythonBody(parts.body)],
  ]);
  return `${commented('#', parts.comment)}import os

import requests

response = ${code}
print(response.status_code, response.text)
`;
};

export const writeGo: Writer = (parts) => {
  const code = swapped(frameOf(goNative, 'application/json'), [
    ['"net/http"', '"net/http"\n\t"os"'],
    [`"${standIn.url}"`, doubleQuoted(parts.url)],
    [`"Bearer ${standIn.key}"`, `"Bearer "+os.Getenv("${keyVariable}")`],
    [`\`${standIn.body}\``, goString(parts.body)],
  ]);
  return `${commented('//', parts.comment)}${code}\n`;
};

export const writeJava: Writer = (parts) => {
  const frame = indented(frameOf(javaNethttp, 'application/json'), '    ');
  const code = swapped(frame, [
    [`"${standIn.url}"`, javaString(parts.url)],
    [`"Bearer ${standIn.key}"`, `"Bearer " + System.getenv("${keyVariable}")`],
    [`"${standIn.body}"`, javaString(parts.body)],
  ]);
  return `${commented('//', parts.comment)}import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class VerificationCall {
  public static void main(String[] args) throws Exception {
${code}
  }
}
`;
};

export const writeCsharp: Writer = (parts) => {
  const code = swapped(frameOf(csharpHttpclient, 'application/json'), [
    [`"${standIn.url}"`, doubleQuoted(parts.url)],
    [`"${standIn.key}"`, `Environment.GetEnvironmentVariable("${keyVariable}")`],
    [`"""\n${standIn.body}\n"""`, csharpString(parts.body)],
  ]);
  return `${commented('//', parts.comment)}using System;
using System.Net.Http;
using System.Net.Http.Headers;

${code}
Console.WriteLine(await response.Content.ReadAsStringAsync());
`;
};

export const writePhp: Writer = (parts) => {
  const code = swapped(frameOf(phpCurl, 'application/json'), [
    [`"${standIn.url}"`, phpString(parts.url)],
    [`'Authorization: Bearer ${standIn.key}'`, `'Authorization: Bearer ' . getenv('${keyVariable}')`],
    [`'${standIn.body}'`, phpString(parts.body)],
  ]);
  return `<?php\n${commented('//', parts.comment)}\n${code}\n`;
};
