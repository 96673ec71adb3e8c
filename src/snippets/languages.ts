import type { Plugin } from '@scalar/snippetz';
import { csharpHttpclient } from '@scalar/snippetz/plugins/csharp/httpclient';
import { goNative } from '@scalar/snippetz/plugins/go/native';
import { javaNethttp } from '@scalar/snippetz/plugins/java/nethttp';
import { jsFetch } from '@scalar/snippetz/plugins/js/fetch';
import { nodeUndici } from '@scalar/snippetz/plugins/node/undici';
import { phpCurl } from '@scalar/snippetz/plugins/php/curl';
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests';
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl';
import type { LanguageName, SnippetLanguage } from '../calls/ports/snippetPorts.ts';
import type { Operation } from '../contract/shapes.ts';
import type { LearnedShape } from '../shapes/model.ts';
import { curlBody, curlUrl } from './curl.ts';
import { keyVariable, type Swap, standIn } from './frame.ts';
import { csharpString, doubleQuoted, goString, javaString, jsString, phpString } from './literals.ts';
import { jsObject, plainObject, pythonObject } from './objects.ts';
import { answerType } from './typescriptTypes.ts';

/** What goes into a snippet: text as it is to be sent. */
interface Call {
  readonly url: string;
  readonly body: string;
  /** Whole ones: it is given up then. */
  readonly seconds: number;
}

/** How a language writes a call: the library's code for it, what is exchanged in that, and what makes it a whole program. */
interface Language extends Omit<LanguageName, 'id'> {
  readonly plugin: Plugin;
  /** Chooses how the plugin takes the body; as JSON where nothing else is said. */
  readonly mimeType?: 'text/plain';
  readonly swaps: (call: Call) => readonly Swap[];
  /** Starts a line of the comment on top; `//` where nothing else is said. */
  readonly comment?: '#';
  /** Stands before that comment. */
  readonly opening?: string;
  readonly before?: string;
  /** Stands before `before`, and depends on what is known of the answers. */
  readonly types?: (operation: Operation, learned: readonly LearnedShape[]) => string;
  readonly indent?: string;
  /** A line end where nothing else is said. */
  readonly after?: string;
}

/** An object where that sends the same JSON, for it is what one goes on to edit; else the text as it is. */
function jsBody(body: string): string {
  const plain = plainObject(body);
  return plain === undefined ? jsString(body) : `JSON.stringify(${jsObject(plain, '  ')})`;
}

/** @param more what stands below the method */
function jsSwaps({ url, body, seconds }: Call, ...more: readonly string[]): readonly Swap[] {
  const options = ["method: 'POST',", ...more, `signal: AbortSignal.timeout(${seconds * 1000}),`];
  return [
    [`'${standIn.url}'`, jsString(url)],
    ["method: 'POST',", options.join('\n  ')],
    [`'Bearer ${standIn.key}'`, `\`Bearer \${process.env.${keyVariable}}\``],
    [`'${standIn.body}'`, jsBody(body)],
  ];
}

/** fetch follows redirects where nothing else is said: see `languages`. */
function fetchSwaps(call: Call): readonly Swap[] {
  return jsSwaps(call, "redirect: 'manual',");
}

function pythonBody(body: string): string {
  const plain = plainObject(body);
  return plain === undefined
    ? `data=${doubleQuoted(body)}.encode("utf-8")`
    : `json=${pythonObject(plain, '    ')}`;
}

const goFails = '\n\tif err != nil {\n\t\tpanic(err)\n\t}';

const goSending = (
  seconds: number,
): string => `client := &http.Client{Timeout: ${seconds} * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error {
\t\treturn http.ErrUseLastResponse
\t}}
\tres, err := client.Do(req)
\tif err != nil {
\t\t// It may have left all the same, and be billed.
\t\tpanic(err)
\t}`;

/**
 * In the order they are offered. None follows a redirect, as the form follows none: after 307 or 308 the call and what is
 * personal in it would go out a second time, to whatever host was named. It is printed like any other answer. Each gives a call up as
 * late as the form does: left to their libraries some wait for ever, others for less.
 */
export const languages: Readonly<Record<SnippetLanguage, Language>> = {
  curl: {
    label: 'cURL',
    needs: 'POSIX shell',
    plugin: shellCurl,
    comment: '#',
    swaps: ({ url, body, seconds }) => {
      const { before, option } = curlBody(body);
      return [
        [`curl ${standIn.url}`, `${before}curl ${curlUrl(url)} \\\n  --max-time ${seconds}`],
        [`'Authorization: Bearer ${standIn.key}'`, `"Authorization: Bearer $${keyVariable}"`],
        [`--data '${standIn.body}'`, option],
      ];
    },
  },
  'javascript-undici': {
    label: 'JavaScript (undici)',
    needs: 'Node.js, undici',
    plugin: nodeUndici,
    mimeType: 'text/plain',
    swaps: (call) => jsSwaps(call),
    after: ';\nconsole.log(statusCode, await body.text());\n',
  },
  'javascript-fetch': {
    label: 'JavaScript (fetch)',
    needs: 'Node.js 18',
    plugin: jsFetch,
    swaps: fetchSwaps,
    before: 'const response = await ',
    after: ';\nconsole.log(response.status, await response.text());\n',
  },
  typescript: {
    label: 'TypeScript',
    needs: 'fetch',
    plugin: jsFetch,
    swaps: fetchSwaps,
    types: answerType,
    before: '\nconst response: Response = await ',
    after: `;
// As it came, before it is read: it may have been billed, and be no JSON.
const text = await response.text();
console.log(response.status, text);
const answer: Answer = JSON.parse(text);
console.log(answer.message_code, answer.charged);
`,
  },
  python: {
    label: 'Python',
    needs: 'requests',
    plugin: pythonRequests,
    comment: '#',
    swaps: ({ url, body, seconds }) => [
      [`"${standIn.url}"`, `${doubleQuoted(url)},\n    allow_redirects=False,\n    timeout=${seconds}`],
      [`"Bearer ${standIn.key}"`, `"Bearer " + os.environ["${keyVariable}"]`],
      [`data="${standIn.body}"`, pythonBody(body)],
    ],
    before: 'import os\n\nimport requests\n\nresponse = ',
    after: '\nprint(response.status_code, response.text)\n',
  },
  go: {
    label: 'Go',
    needs: 'net/http',
    plugin: goNative,
    swaps: ({ url, body, seconds }) => [
      ['"net/http"', '"net/http"\n\t"os"'],
      ['"strings"', '"strings"\n\t"time"'],
      [`"${standIn.url}"`, doubleQuoted(url)],
      [`"Bearer ${standIn.key}"`, `"Bearer "+os.Getenv("${keyVariable}")`],
      [`\`${standIn.body}\``, goString(body)],
      [
        'req, _ := http.NewRequest("POST", requestUrl, payload)',
        `req, err := http.NewRequest("POST", requestUrl, payload)${goFails}`,
      ],
      ['res, _ := http.DefaultClient.Do(req)', goSending(seconds)],
      // What came is printed before it is said that it broke off.
      ['body, _ := io.ReadAll(res.Body)', 'body, err := io.ReadAll(res.Body)'],
      ['fmt.Println(string(body))', `fmt.Println(string(body))${goFails}`],
    ],
  },
  java: {
    label: 'Java',
    needs: 'java.net.http, Java 11',
    plugin: javaNethttp,
    swaps: ({ url, body, seconds }) => [
      [`"${standIn.url}"`, javaString(url)],
      [
        'HttpRequest.newBuilder()',
        `HttpRequest.newBuilder().timeout(java.time.Duration.ofSeconds(${seconds}))`,
      ],
      [`"Bearer ${standIn.key}"`, `"Bearer " + System.getenv("${keyVariable}")`],
      [`"${standIn.body}"`, javaString(body)],
    ],
    before: `import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class VerificationCall {
  public static void main(String[] args) throws Exception {
`,
    indent: '    ',
    after: '\n  }\n}\n',
  },
  csharp: {
    label: 'C#',
    needs: 'HttpClient, C# 11',
    plugin: csharpHttpclient,
    swaps: ({ url, body, seconds }) => [
      [
        'using var client = new HttpClient();',
        `using var client = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false });
client.Timeout = TimeSpan.FromSeconds(${seconds});`,
      ],
      [`"${standIn.url}"`, doubleQuoted(url)],
      [`"${standIn.key}"`, `Environment.GetEnvironmentVariable("${keyVariable}")`],
      [`"""\n${standIn.body}\n"""`, csharpString(body)],
    ],
    before: 'using System;\nusing System.Net.Http;\nusing System.Net.Http.Headers;\n\n',
    after: '\nConsole.WriteLine(await response.Content.ReadAsStringAsync());\n',
  },
  php: {
    label: 'PHP',
    needs: 'curl',
    plugin: phpCurl,
    swaps: ({ url, body, seconds }) => [
      [`"${standIn.url}"`, phpString(url)],
      [
        'curl_setopt($ch, CURLOPT_POST, true);',
        `curl_setopt($ch, CURLOPT_POST, true);\ncurl_setopt($ch, CURLOPT_TIMEOUT, ${seconds});`,
      ],
      [`'Authorization: Bearer ${standIn.key}'`, `'Authorization: Bearer ' . getenv('${keyVariable}')`],
      [`'${standIn.body}'`, phpString(body)],
    ],
    opening: '<?php\n',
    before: '\n',
  },
};
