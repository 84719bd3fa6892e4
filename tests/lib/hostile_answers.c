#include "lib/hostile.h"

#include <string.h>

void
hostile_answer(struct buf *out, int status, const char *headers, struct str body)
{
	buf_addf(
	    out, "HTTP/1.1 %d Scripted\r\nContent-Length: %zu\r\n%s\r\n", status, body.n, headers);
	buf_adds(out, body);
}

void
hostile_json(struct buf *out, const char *json)
{
	hostile_answer(out, 200, "Content-Type: application/json\r\n", str_of(json));
}

void
hostile_redirect(struct buf *out, int status, const char *location)
{
	auto_buf header = { 0 };
	buf_addf(&header, "Location: %s\r\n", location);
	hostile_answer(out, status, buf_z(&header), STR_NONE);
}

/* Writes bits for deflate, lowest bit first. */
struct bits {
	struct buf *out;
	unsigned held;
	int n;
};

static void
put_bit(struct bits *b, unsigned bit)
{
	b->held |= (bit & 1) << b->n;
	if (++b->n == 8) {
		buf_addc(b->out, (char)b->held);
		b->held = 0;
		b->n = 0;
	}
}

/* Writes a Huffman code, highest bit first. */
static void
put_code(struct bits *b, unsigned code, int length)
{
	while (length-- > 0)
		put_bit(b, code >> length);
}

/* Writes one block with the fixed code: a zero byte, then "258 bytes, from one byte back"
 * repeated. */
static void
put_zeros(struct bits *b, size_t size)
{
	put_bit(b, 1);
	put_bit(b, 1);
	put_bit(b, 0);
	size_t literals = size % 258 == 0 && size > 0 ? 258 : size % 258;
	for (size_t i = 0; i < literals; i++)
		put_code(b, 0x30, 8);
	for (size_t n = (size - literals) / 258; n > 0; n--) {
		put_code(b, 0xc5, 8);
		put_code(b, 0, 5);
	}
	put_code(b, 0, 7);
	while (b->n != 0)
		put_bit(b, 0);
}

static uint32_t
crc_of_zeros(size_t n)
{
	uint32_t table[256], crc = 0xffffffff;
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t c = i;
		for (int k = 0; k < 8; k++)
			c = c & 1 ? 0xedb88320 ^ c >> 1 : c >> 1;
		table[i] = c;
	}
	while (n-- > 0)
		crc = table[crc & 0xff] ^ crc >> 8;
	return ~crc;
}

static void
put_number(struct buf *out, uint32_t n)
{
	for (int i = 0; i < 4; i++)
		buf_addc(out, (char)(n >> 8 * i & 0xff));
}

void
hostile_bomb(struct buf *out, size_t size)
{
	auto_buf body = { 0 };
	struct bits bits = { .out = &body };
	buf_adds(&body, STR("\x1f\x8b\x08\0\0\0\0\0\0\xff"));
	put_zeros(&bits, size);
	put_number(&body, crc_of_zeros(size));
	put_number(&body, (uint32_t)size);
	hostile_answer(out, 200, "Content-Type: application/json\r\nContent-Encoding: gzip\r\n",
	    buf_str(&body));
}
