/** Readers of cURL commands and OpenAPI files. Built as dist/imports.js, loaded on first use. */
export { readCurl } from './curl.ts';
export { readOpenApi } from './openApi.ts';
