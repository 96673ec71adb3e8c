import { BlockList, isIP, type LookupFunction } from 'node:net';
import { lookupName } from './names.ts';

/** Networks that are nobody's on the internet, or this computer's, or the network's around it. Source: IANA's registries of special-purpose addresses. */
const nets: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  // Where an IPv4 address stands within one of IPv6, any might be meant.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['100:0:0:1::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
];

const notPublic = new BlockList();
const loopback = new BlockList();
for (const [net, bits] of nets) notPublic.addSubnet(net, bits, net.includes(':') ? 'ipv6' : 'ipv4');
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function kindOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Whether a document may be fetched from an IP address: from the internet, and from this computer where `local`. */
export function isAllowed(address: string, local: boolean): boolean {
  const kind = kindOf(address);
  return !notPublic.check(address, kind) || (local && loopback.check(address, kind));
}

/** Names that only a network of its own knows. Sources: RFC 6761, 6762, 8375, and ICANN's reserved `internal`. */
const privateNames = /^[^.]+$|\.(local|internal|intranet|lan|home\.arpa|localhost)$/;

/** Whether a host may be asked for at all, before anybody looks it up; as `URL.hostname` has it. */
export function mayAsk(hostname: string, local: boolean): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(bare) !== 0) return isAllowed(bare, local);
  return (local && bare === 'localhost') || !privateNames.test(bare);
}

/**
 * Looks a name up, and fails with PRIVATE_ADDRESS where it leads to an address that must not be asked.
 * @param lookup finds all addresses of a name
 */
export function guardedLookup(local: boolean, lookup: LookupFunction = lookupName): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = typeof found === 'string' ? [] : found;
      const [first] = addresses;
      if (error !== null) callback(error, '');
      else if (first === undefined || addresses.some(({ address }) => !isAllowed(address, local))) {
        callback(Object.assign(new Error('a private address'), { code: 'PRIVATE_ADDRESS' }), '');
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
