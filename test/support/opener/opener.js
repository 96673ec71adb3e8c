const vscode = require('vscode');

exports.activate = async () => {
  try {
    await vscode.commands.executeCommand('verificationExplorer.openRequestForm', 'rc-advanced');
  } catch (error) {
    vscode.window.showErrorMessage(`The form could not be opened: ${error instanceof Error ? error.stack : error}`);
  }
};
