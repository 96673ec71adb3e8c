/** As VS Code knows this extension. */
export const extensionId = 'verification-tools.verification-api-explorer';
