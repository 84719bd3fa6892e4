// An OpenID provider that is not ours (oidc-provider, certified), and an API that takes the tokens it
// gave: `node oidc.mjs FOLDER SECONDS [PORT]`, where FOLDER has its node_modules and an access token
// lasts SECONDS. Says "ready ADDRESS" on stdout when both are there, at one address of this machine.
// For the resource urn:backroom its tokens are JWTs, signed by the algorithm that the client "service"
// names as its scope's first word, with keys that are new in each run.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const [folder, seconds, port] = process.argv.slice(2);
const { Provider } = await import(
	pathToFileURL(`${folder}/node_modules/oidc-provider/lib/index.js`).href);

const baskets = ['basket-1', 'basket-2'].map((id, i) => ({
	id,
	created: `2026-11-20T10:0${i}:00.000Z`,
	entry: '/checkout',
	details: { customer: { email: `${id}@shop.example` } },
}));

function key(type, options, alg) {
	const jwk = generateKeyPairSync(type, options).privateKey.export({ format: 'jwk' });
	return { ...jwk, alg, use: 'sig', kid: randomUUID() };
}

const keys = [key('rsa', { modulusLength: 2048 }, 'RS256'),
	key('rsa', { modulusLength: 2048 }, 'PS256'),
	key('ec', { namedCurve: 'P-256' }, 'ES256'),
	key('ed25519', {}, 'EdDSA')];

function resource(ctx, indicator, client) {
	return {
		scope: 'read catalog:write identity:admin',
		audience: 'backroom-api',
		accessTokenFormat: 'jwt',
		jwt: { sign: { alg: client.clientId.split('-')[1] } },
	};
}

function settings() {
	return {
		jwks: { keys },
		enabledJWA: { idTokenSigningAlgValues: ['RS256', 'PS256', 'ES256', 'EdDSA'] },
		scopes: ['openid', 'offline_access', 'read', 'catalog:write', 'identity:admin'],
		clients: [...keys.map(({ alg }) => ({
			client_id: `service-${alg}`,
			client_secret: 'secret',
			grant_types: ['client_credentials'],
			response_types: [],
			redirect_uris: [],
			token_endpoint_auth_method: 'client_secret_post',
		})), {
			client_id: 'backroom',
			application_type: 'native', // http://127.0.0.1 at any port
			token_endpoint_auth_method: 'none',
			grant_types: ['authorization_code', 'refresh_token',
				'urn:ietf:params:oauth:grant-type:device_code'],
			response_types: ['code'],
			redirect_uris: ['http://127.0.0.1/signed-in'],
		}],
		features: {
			clientCredentials: { enabled: true },
			resourceIndicators: { enabled: true, getResourceServerInfo: resource },
			deviceFlow: { enabled: true },
			revocation: { enabled: true },
			devInteractions: { enabled: true }, // its own pages: any name, any password
		},
		pkce: { required: () => true },
		issueRefreshToken: () => true,
		rotateRefreshToken: true,
		ttl: { AccessToken: Number(seconds), RefreshToken: 3600 },
		cookies: { keys: ['for one test'] },
	};
}

function answer(response, status, body) {
	response.writeHead(status, { 'Content-Type': 'application/json' });
	response.end(JSON.stringify(body));
}

async function api(provider, request, response) {
	const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
	const known = token && await provider.AccessToken.find(token);
	if (!known?.isValid)
		answer(response, 401, { code: 'invalid_token', message: 'No such token.' });
	else if (request.url.startsWith('/api/checkout/abandoned'))
		answer(response, 200, { items: baskets });
	else
		answer(response, 404, { code: 'not_found', message: 'There is nothing here.' });
}

const server = createServer();
server.listen(Number(port ?? 0), '127.0.0.1', () => {
	const address = `http://127.0.0.1:${server.address().port}`;
	const provider = new Provider(address, settings());
	const pages = provider.callback();
	server.on('request', (request, response) =>
		request.url.startsWith('/api/') ? api(provider, request, response)
						: pages(request, response));
	console.log(`ready ${address}`);
});
