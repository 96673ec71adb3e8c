import {
  provideVSCodeDesignSystem,
  type TextArea,
  type TextField,
  vsCodeButton,
  vsCodeTextArea,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

// The only importer of the toolkit, and a script of its own that forms have before theirs: an order's page shows none of these
// controls, and would wait for them half its time. Registers what forms use, under its `vscode-` names.
provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeTextArea(), vsCodeTextField());

export type Input = TextField | TextArea;
