import { draftChars, mostDraftChars } from '../src/contract/draftLength.ts';
import { type Client, RequestFailed } from './client.ts';
import { t } from './strings.ts';
import { isDraft } from './toldDraft.ts';

/** The same conversation, in which a draft that the host would not take is refused in a sentence and never goes out. */
export function shortDrafts(client: Pick<Client, 'request'>): Pick<Client, 'request'> {
  return {
    request: (method, params) => {
      const chars = isDraft(params) ? draftChars(params) : 0;
      if (chars <= mostDraftChars) return client.request(method, params);
      const message = t(
        'This form holds {0} characters, and at most {1} can be kept or sent. Nothing was sent. Shorten it: until then a reload of the window would lose what was typed.',
        chars.toLocaleString('en'),
        mostDraftChars.toLocaleString('en'),
      );
      return Promise.reject(new RequestFailed({ code: 'invalid', message }));
    },
  };
}
