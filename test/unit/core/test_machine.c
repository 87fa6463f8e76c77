/* Machines: text in, text out, faults with their place, presets and thread placement. */
#include "pmecache/arena.h"
#include "pmecache/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* ---- good text -> written text ---- */

static const struct {
  const char *text, *written;
} good[] = {
    {"cores=4;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=4", "cores=4;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=4"},
    {"cores=1;L1=1024,2,16", "cores=1;L1=1K,2,16"},
    {"cores=1;L1=1536,3,64", "cores=1;L1=1536,3,64"},
    {"cores=1;L1=1.25m,10,64", "cores=1;L1=1280K,10,64"},
    {"cores=1;L1=4K,full,64", "cores=1;L1=4K,64,64"},
    {"cores=22;L3=55M,20,64,shared=22", "cores=22;L3=55M,20,64,shared=22"},
    {"cores=6;L1=1K,1,64;L2=4K,2,64,shared=4", "cores=6;L1=1K,1,64;L2=4K,2,64,shared=4"},
    {"cores=2;L1=32K,8,64,throughput=0.5,latency=4", "cores=2;L1=32K,8,64,latency=4,throughput=0.5"},
    {"cores=2;L1=32K,8,64;memory=200", "cores=2;L1=32K,8,64;memory=200"},
    {"cores=2;L1=32K,8,64;memory=200,throughput=6.65", "cores=2;L1=32K,8,64;memory=200,throughput=6.65"},
    {"cores=2;L1=32K,8,64,scattered=2.5;memory=200,scattered=20,core=12,throughput=6",
     "cores=2;L1=32K,8,64,scattered=2.5;memory=200,throughput=6,core=12,scattered=20"},
    {"cores=2;L1=32K,8,64;memory=200,gathered=8,scattered=20,streams=9,core=12",
     "cores=2;L1=32K,8,64;memory=200,core=12,streams=9,scattered=20,gathered=8"},
    {"cores=2;L1=32K,8,64;L2=6M,16,64,told=32M,shared=2,scattered=5",
     "cores=2;L1=32K,8,64;L2=6M,16,64,shared=2,scattered=5,told=32M"},
    {"pages=1536,4096,walk=7.5;cores=2;L1=32K,8,64", "cores=2;L1=32K,8,64;pages=1536,4K,walk=7.5"},
    {"cores=2;pages=3072,4K,hit=7,walk=18,first=72;L1=32K,8,64",
     "cores=2;L1=32K,8,64;pages=3072,4K,walk=18,first=72,hit=7"},
    {"cores=2;pages=1536,4K,walks=L1,first_ways=4,first=64,ways=12;L1=32K,8,64",
     "cores=2;L1=32K,8,64;pages=1536,4K,ways=12,first=64,first_ways=4,walks=L1"},
    {"cores=2;pages=1536,4K,frames=random,hash=xor,walks=L1,ways=12;L1=32K,8,64,policy=plru_loads",
     "cores=2;L1=32K,8,64,policy=plru_loads;pages=1536,4K,ways=12,walks=L1,hash=xor,frames=random"},
    {"cores=2;L1=32K,8,64;pages=64,16K,ways=64", "cores=2;L1=32K,8,64;pages=64,16K,ways=64"},
    {"uncertainty=0.05;branch=25;handout=800;library=1.1;team=6000;divide=4;chain=4;issue=3.5;transfer=100;cores=2;L1="
     "32K,8,64",
     "cores=2;L1=32K,8,64;transfer=100;issue=3.5;chain=4;divide=4;branch=25;library=1.1;team=6000;handout=800;"
     "uncertainty=0.05"},
    {"cores=2;L1=32K,8,64;frequency=2660M", "cores=2;L1=32K,8,64;frequency=2.66G"},
    {"cores=2;L1=32K,8,64;frequency=2.66G;placement=close", "cores=2;L1=32K,8,64;frequency=2.66G"},
    {"cores=2;L1=32K,8,64;placement=spread", "cores=2;L1=32K,8,64;placement=spread"},
    {"name=my machine ;cores=2;L1=32K,8,64", "name=my machine;cores=2;L1=32K,8,64"},
    {"cores=2;L1=32K,8,64,policy=PLRU,latency=4", "cores=2;L1=32K,8,64,latency=4,policy=plru"},
    {"cores=2;smt=2;L1=32K,8,64,write=around;L2=256K,8,64,sees=misses;L3=2M,16,64,shared=2,inclusion=inclusive,"
     "write=evade",
     "cores=2;smt=2;L1=32K,8,64,write=around;L2=256K,8,64,sees=misses;L3=2M,16,64,shared=2,inclusion=inclusive,"
     "write=evade"},
    {"cores=2;smt=1;L1=32K,8,64,write=allocate;L2=1M,16,64,sees=all,inclusion=non-inclusive;"
     "L3=1408K,11,64,sees=misses,inclusion=victim,clean=0.25",
     "cores=2;L1=32K,8,64;L2=1M,16,64;L3=1408K,11,64,inclusion=victim,clean=0.25"},
    {"cores=1;L1=32K,8,64;L2=1M,16,64,prefetch=streamer+pair,ahead=20;L3=8M,16,64,sees=misses,prefetch=streamer,ahead="
     "8",
     "cores=1;L1=32K,8,64;L2=1M,16,64,prefetch=pair+streamer;L3=8M,16,64,sees=misses,prefetch=streamer,ahead=8"},
    {"cores=2;L1=32K,8,64;L2=16K,8,64,inclusion=exclusive", "cores=2;L1=32K,8,64;L2=16K,8,64,inclusion=exclusive"},
    {"cores=2;L1=32K,8,64,policy=lru;L2=1M,16,64,policy=QLRU_H00_M1_R2_U1",
     "cores=2;L1=32K,8,64;L2=1M,16,64,policy=qlru_h00_m1_r2_u1"},
    {"cores=2;L1=48K,12,64,policy=lru3plru4;L2=1M,16,64,policy=qlru_h21_m2_r0_u0_umo",
     "cores=2;L1=48K,12,64,policy=lru3plru4;L2=1M,16,64,policy=qlru_h21_m2_r0_u0_umo"},
    {"# two cores\n name = a\n\n cores = 2 ; ;\r\n L1 = 32K , 8 , 64 # private\n", "name=a;cores=2;L1=32K,8,64"},
};

static void read_and_write(const char *text, char *written, size_t written_bytes) {
  pme_machine machine;
  pme_error error = {0};
  if (pme_machine_read(text, strlen(text), &machine, &error))
    snprintf(written, written_bytes, "%d:%d: %s", error.line, error.column, error.message);
  else
    assert_true(pme_machine_write(&machine, written, written_bytes) < written_bytes);
}

static void test_good_text(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    char written[512], again[512];
    read_and_write(good[i].text, written, sizeof written);
    assert_string_equal(written, good[i].written);
    read_and_write(written, again, sizeof again);
    assert_string_equal(again, written);
  }
}

/* ---- bad text -> line:column: message ---- */

static const struct {
  const char *text, *message;
} bad[] = {
    {"", "1:1: cores=N is missing"},
    {"cores=2", "1:8: no cache level, expected one such as L1=32K,8,64"},
    {"L1=32K,8,64", "1:12: cores=N is missing"},
    {"cores", "1:6: expected '=', found the end of the text"},
    {"cores=", "1:7: expected a number of cores, found the end of the text"},
    {"cores=x", "1:7: expected a number of cores, found 'x'"},
    {"cores=0", "1:7: expected a number of cores from 1 to 4096"},
    {"cores=1.5", "1:7: expected a number of cores from 1 to 4096"},
    {"cores=-1", "1:7: expected a number of cores, found '-'"},
    {"cores=99999999999999999999", "1:7: expected a number of cores, found a number of more than 18 digits"},
    {"cores=2;cores=2", "1:9: cores is given twice"},
    {"name=;cores=2", "1:6: expected a name, found ';'"},
    {"cores=2\nname=a\nname=b", "3:1: name is given twice"},
    {"issue=2;issue=3", "1:9: issue is given twice"},
    {"memory=1,core=2,core=3", "1:17: core is given twice"},
    {"colour=2", "1:1: expected name, cores, smt, L1 to L9, memory, pages, transfer, issue, chain, divide, branch, "
                 "library, team, handout, uncertainty, frequency "
                 "or placement, found 'colour'"},
    {"cores=2 L1=32K,8,64", "1:9: expected ';' or the end of the line, found 'L'"},
    {"cores=2;L1=32K,8,64,told=32K",
     "1:26: L1: told= is what 32768 bytes are a part of, expected more, and at most 65536 times"},
    {"cores=2;L1=32K,8,64,told=33000",
     "1:21: L1: told=, 33000 bytes, is not a whole number of sets of 8 ways of 64 bytes"},
    {"cores=2;L1=32K,8,64,told=64K,told=64K", "1:30: told is given twice"},
    {"cores=2;\n L1=32K", "2:8: expected ',' and the number of ways, found the end of the text"},
    {"cores=2;L1=32K,8", "1:17: expected ',' and the line size, found the end of the text"},
    {"cores=2;L1=0,8,64", "1:12: expected a whole number of bytes, at least 1"},
    {"cores=2;L1=1.0001K,8,64", "1:12: expected a whole number of bytes, at least 1"},
    {"cores=2;L1=999999999T,8,64", "1:12: the size is more than 16T"},
    {"cores=2;L1=32K,0,64", "1:16: expected a number of ways from 1 to 1024"},
    {"cores=2;L1=32K,fuller,64", "1:16: expected a number of ways or `full`"},
    {"cores=2;L1=8M,full,64", "1:12: L1: full associativity would need 131072 ways, expected 1 to 1024"},
    {"cores=2;L1=32K,8,4", "1:18: expected a line size in bytes from 8 to 4096"},
    {"cores=2;L1=32K,8,96", "1:12: L1: the line size 96 is not a power of two"},
    {"cores=2;L1=32K,7,64", "1:12: L1: 32768 bytes are not a whole number of sets of 7 ways of 64 bytes"},
    {"cores=2;L1=32K,8,64,8", "1:21: expected shared=, latency=, throughput=, scattered=, policy=, sees=, inclusion=, "
                              "clean=, write=, prefetch=, ahead= or told=, found '8'"},
    {"cores=2;L1=32K,8,64,;", "1:21: expected shared=, latency=, throughput=, scattered=, policy=, sees=, inclusion=, "
                              "clean=, write=, prefetch=, ahead= or told=, found ';'"},
    {"cores=2;L1=32K,8,64,shared=2,shared=2", "1:30: shared is given twice"},
    {"cores=2;L1=32K,8,64,shared=0", "1:28: expected a number of cores from 1 to 4096"},
    {"cores=2;L1=32K,8,64,policy=plro",
     "1:28: no policy 'plro' (is plru meant?): expected lru, plru, lru3plru4, nru, mru, mru_n, fifo, random or "
     "qlru_hNN_mN_rN_uN"},
    {"cores=2;L1=32K,8,64,policy=clock",
     "1:28: no policy 'clock': expected lru, plru, lru3plru4, nru, mru, mru_n, fifo, random or qlru_hNN_mN_rN_uN"},
    {"cores=2;L1=32K,8,64,policy=QLRU_H00_M1_R2",
     "1:28: no policy 'QLRU_H00_M1_R2' (is qlru_h00_m1_r2_u1 meant?): expected lru, plru, lru3plru4, nru, mru, mru_n, "
     "fifo, random or qlru_hNN_mN_rN_uN"},
    {"cores=2;L1=32K,8,64,policy=qlru_h00_m1_r0_u2",
     "1:28: no policy 'qlru_h00_m1_r0_u2' (is qlru_h00_m1_r0_u1 meant?): expected lru, plru, lru3plru4, nru, mru, "
     "mru_n, fifo, random or qlru_hNN_mN_rN_uN"},
    {"cores=2;L1=32K,8,64,sees=misses", "1:21: L1: sees=misses needs a level above"},
    {"cores=2;L1=32K,8,64,inclusion=victim", "1:21: L1: inclusion=victim needs a level above"},
    {"cores=2;L1=32K,8,64;L2=1M,8,64,inclusion=nine",
     "1:42: expected non-inclusive, inclusive, exclusive or victim, found 'nine'"},
    {"cores=2;L1=32K,8,64;L2=1M,8,64,sees=some", "1:37: expected all or misses, found 'some'"},
    {"cores=2;L1=32K,8,64;L2=1M,8,64,sees=all,sees=all", "1:41: sees is given twice"},
    {"cores=2;L1=32K,8,64;L2=1M,8,64,write=back", "1:38: expected allocate, around or evade, found 'back'"},
    {"cores=2;L1=32K,8,64;L2=1M,8,64,inclusion=victim,clean=2", "1:55: expected a share from 0 to 1"},
    {"cores=2;L1=32K,8,64,prefetch=next", "1:21: L1: prefetch= needs a level above, whose misses it sees"},
    {"cores=2;L1=32K,8,64;L2=1M,8,64,prefetch=far",
     "1:41: expected next, pair or streamer, several with '+' between them, found 'far'"},
    {"cores=2;L1=32K,8,64;L2=1M,8,64,prefetch=pair+pair", "1:46: pair is given twice"},
    {"cores=2;L1=32K,8,64;L2=1M,8,64,prefetch=pair,ahead=4", "1:46: ahead= needs prefetch=streamer before it"},
    {"cores=2;L1=32K,8,64;L2=1M,8,64,prefetch=streamer,ahead=0", "1:56: expected a number of lines from 1 to 64"},
    {"cores=2;L1=32K,8,64;L2=1M,8,64,inclusion=victim,prefetch=pair",
     "1:49: L2: prefetch= of a level that takes victims, which get no other lines"},
    {"cores=2;L1=32K,8,64;L2=1M,8,64,inclusion=exclusive,clean=1", "1:52: L2: clean= needs inclusion=victim"},
    {"cores=2;L1=32K,8,64;L2=1M,8,64,sees=all,inclusion=victim",
     "1:32: L2: inclusion=victim sees misses of the level above, not all"},
    {"cores=4;L1=32K,8,64;L2=64K,8,64,shared=4,inclusion=inclusive",
     "1:42: L2: inclusion=inclusive, but L2 has 65536 bytes and L1 above it 131072"},
    {"cores=4;L1=32K,8,64;L2=1M,8,128,sees=misses",
     "1:44: L2: lines of 128 bytes, of L1 64: sees=, inclusion=, write= and prefetch= need lines of one size"},
    {"cores=4;L1=32K,8,64,write=evade;L2=1M,8,64", "1:43: L1: write=evade is of the outermost level, which is L2"},
    {"cores=4;L1=32K,8,64;L2=1M,8,64,write=around", "1:44: L2: write=around needs a level behind"},
    {"cores=4;smt=9;L1=32K,8,64", "1:13: expected a number of threads from 1 to 8"},
    {"cores=4;smt=2;smt=2;L1=32K,8,64", "1:15: smt is given twice"},
    {"cores=2;L1=32K,8,64,policy=lru,policy=lru", "1:32: policy is given twice"},
    {"cores=2;L1=32K,8,64,policy=", "1:28: expected a replacement policy such as plru, found the end of the text"},
    {"cores=2;L1=48K,12,64,policy=plru", "1:12: L1: plru needs a power of two of ways, found 12"},
    {"cores=2;L1=32K,8,64,policy=lru3plru4", "1:12: L1: lru3plru4 has 12 ways, found 8"},
    {"cores=2;L1=8K,128,64,policy=fifo", "1:12: L1: fifo is known of at most 64 ways, found 128"},
    {"cores=2;L1=32K,8,64,latency=1000001", "1:29: expected a latency of at most 1000000 cycles"},
    {"cores=2;L1=32K,8,64,throughput=.5", "1:32: expected a throughput, found '.'"},
    {"cores=2;L1=32K,8,64;L1=32K,8,64", "1:21: L1 is given twice"},
    {"cores=2;L2=32K,8,64;L1=32K,8,64", "1:21: L1 must come before L2: levels stand nearest to the core first"},
    {"cores=2;L1=1K,1,64;L2=1K,1,64;L3=1K,1,64;L4=1K,1,64;L5=1K,1,64;L6=1K,1,64;L7=1K,1,64",
     "1:75: more than 6 cache levels"},
    {"cores=12;L1=1K,1,64,shared=4;L2=1K,1,64,shared=6", "1:33: L1 is shared by 4 cores, L2 by 6: expected a multiple"},
    {"cores=2;L1=1K,1,64,shared=4", "1:28: L1 is shared by 4 cores, but the machine has 2"},
    {"cores=2;L1=1K,1,64;memory=", "1:27: expected the memory latency in cycles, found the end of the text"},
    {"cores=2;L1=1K,1,64;memory=1,latency=2",
     "1:29: expected throughput=, core=, streams=, scattered= or gathered=, found 'latency'"},
    {"cores=2;L1=1K,1,64;pages=0,4K,walk=1", "1:26: expected a number of pages from 1 to 16777216"},
    {"cores=2;L1=1K,1,64;pages=64", "1:28: expected ',' and the size of a page, found the end of the text"},
    {"cores=2;L1=1K,1,64;pages=64,4K", "1:31: expected ',' and walk=, ways=, first=, first_ways=, hit=, walks=, hash= "
                                       "or frames=, found the end of the text"},
    {"cores=2;L1=1K,1,64;pages=64,4K,latency=1",
     "1:32: expected walk=, ways=, first=, first_ways=, hit=, walks=, hash= or frames=, found 'latency'"},
    {"cores=2;L1=1K,1,64;pages=64,4K,walk=1;pages=1,4K,walk=1", "1:39: pages is given twice"},
    {"cores=2;L1=1K,1,64;pages=64,4K,ways=4,ways=4", "1:39: ways is given twice"},
    {"cores=2;L1=1K,1,64;pages=64,4K,ways=5", "1:26: 64 translations are not a whole number of sets of 5 ways"},
    {"cores=2;L1=1K,1,64;pages=4096,4K,ways=2048", "1:26: ways=2048: expected at most 1024 ways"},
    {"cores=2;L1=1K,1,64;pages=64,4K,walks=L1", "1:26: walks= needs ways="},
    {"cores=2;L1=1K,1,64;pages=64,3K,ways=4,walks=L1",
     "1:26: walks= needs pages of a power of two of bytes, at least 512"},
    {"cores=2;L1=1K,1,64;pages=64,4K,hash=xor", "1:26: hash= needs ways= and a power of two of sets"},
    {"cores=2;L1=1K,1,64;pages=60,4K,ways=4,hash=xor", "1:26: hash= needs ways= and a power of two of sets"},
    {"cores=2;L1=1K,1,64;pages=64,4K,ways=4,hash=sum", "1:44: expected xor, found 'sum'"},
    {"cores=2;L1=1K,1,64;pages=64,3K,frames=random",
     "1:26: frames= needs pages of a power of two of bytes, at least 512"},
    {"cores=2;L1=1K,1,64;pages=64,4K,ways=4,walks=L2", "1:45: expected L1, found 'L2'"},
    {"cores=2;L1=1K,1,64;pages=64,4K,ways=4,first=16", "1:26: first= beside ways= needs first_ways="},
    {"cores=2;L1=1K,1,64;pages=64,4K,walk=9,hit=7", "1:26: hit= needs first="},
    {"cores=2;L1=1K,1,64;pages=64,4K,walk=9,first_ways=4", "1:26: first_ways= needs first="},
    {"cores=2;L1=1K,1,64;pages=64,4K,ways=4,first=128,first_ways=4",
     "1:26: the first buffer has 128 translations, more than the 64 of all"},
    {"cores=2;L2=1K,1,64;pages=64,4K,ways=4,walks=L1", "1:47: walks=L1, but the machine has no L1"},
    {"cores=2;L1=1K,1,64;frequency=2000G", "1:30: the frequency is more than 1000G"},
    {"cores=2;L1=1K,1,64;placement=far", "1:30: expected close or spread, found 'far'"},
    {"\x01", "1:1: expected a field such as cores=4, found byte 0x01"},
    {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=1",
     "1:1: expected a field such as cores=4, found a word of more than 31 characters"},
};

static void test_bad_text(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char written[512];
    read_and_write(bad[i].text, written, sizeof written);
    assert_string_equal(written, bad[i].message);
  }
}

/* A text need not be terminated, and nothing beyond its length is read. */
static void test_length_is_respected(void **state) {
  (void)state;
  pme_machine machine;
  assert_int_equal(pme_machine_read("cores=2;L1=32K,8,64,shared=9", 19, &machine, NULL), PME_OK);
  assert_int_equal(machine.levels[0].shared_by, 1);
}

static void test_write_cuts_to_fit(void **state) {
  (void)state;
  pme_machine machine;
  char buffer[8] = "#######";
  assert_int_equal(pme_machine_read("cores=2;L1=32K,8,64", 19, &machine, NULL), PME_OK);
  assert_int_equal(pme_machine_write(&machine, buffer, 6), 19);
  assert_string_equal(buffer, "cores");
  assert_int_equal(buffer[6], '#');
  assert_int_equal(pme_machine_write(&machine, NULL, 0), 19);
}

/* ---- presets ---- */

/* Size is sets times ways times line, instances are whole, and times are known of all levels or of none. */
static void assert_preset_level(const pme_machine *machine, int level) {
  const pme_cache_level *l = &machine->levels[level];
  assert_int_equal(pme_cache_sets(l) * l->associativity * l->line_bytes, l->size_bytes);
  assert_int_equal(machine->cores % l->shared_by, 0);
  assert_true(level == 0 || l->size_bytes > machine->levels[level - 1].size_bytes);
  if (machine->memory_latency_cycles > 0)
    assert_true(l->latency_cycles > 0 && l->throughput_cycles > 0);
}

static void test_presets(void **state) {
  (void)state;
  assert_null(pme_machine_preset_at(-1));
  assert_null(pme_machine_preset_at(pme_machine_preset_count()));
  for (int i = 0; i < pme_machine_preset_count(); i++) {
    const pme_machine_preset *preset = pme_machine_preset_at(i);
    pme_machine machine;
    assert_int_equal(pme_machine_resolve(preset->name, &machine, NULL), PME_OK);
    assert_string_equal(machine.name, preset->name);
    assert_true(machine.frequency_hz > 0 && machine.memory_throughput_cycles > 0);
    assert_true(strlen(preset->processor) > 0 && strlen(preset->source) > 40);
    for (int level = 0; level < machine.level_count; level++)
      assert_preset_level(&machine, level);
  }
  assert_true(pme_machine_preset_count() >= 25);
}

/* Set counts need not be powers of two. */
static void test_preset_sets(void **state) {
  static const struct {
    const char *name;
    int cores;
    int64_t sets[3];
  } expected[] = {
      {"core2duo", 2, {64, 4096, 0}},        {"corei7", 4, {64, 512, 8192}},
      {"i7-5960x", 8, {64, 512, 16384}},     {"xeon-e5-2699v4", 22, {64, 512, 45056}},
      {"epyc-7702p", 64, {64, 1024, 16384}}, {"i9-10980xe", 18, {64, 1024, 36864}},
      {"a64fx", 48, {64, 2048, 0}},          {"epyc-9654", 96, {64, 2048, 32768}},
  };
  (void)state;
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    pme_machine machine;
    assert_int_equal(pme_machine_resolve(expected[i].name, &machine, NULL), PME_OK);
    assert_int_equal(machine.cores, expected[i].cores);
    for (int level = 0; level < machine.level_count; level++)
      assert_int_equal(pme_cache_sets(&machine.levels[level]), expected[i].sets[level]);
  }
}

static void test_resolve_faults(void **state) {
  (void)state;
  pme_machine machine;
  pme_error error;
  assert_int_equal(pme_machine_resolve("pentium", &machine, &error), PME_BAD_INPUT);
  assert_string_equal(error.message,
                      "no machine 'pentium': expected a name such as corei7 ('pmecache machine list' has "
                      "all), host, file:PATH or a text such as cores=4;L1=32K,8,64");
  assert_int_equal(pme_machine_resolve("epyc-9645", &machine, &error), PME_BAD_INPUT);
  assert_non_null(strstr(error.message, "no machine 'epyc-9645' (is epyc-9654 meant?): expected"));
  assert_int_equal(pme_machine_resolve("", &machine, &error), PME_BAD_INPUT);
  assert_int_equal(pme_machine_resolve("file:/nonexistent/machine", &machine, &error), PME_IO);
  assert_non_null(strstr(error.message, "/nonexistent/machine"));
  assert_int_equal(pme_machine_resolve("file:/", &machine, &error), PME_IO);
  assert_int_equal(pme_machine_resolve("cores=4;L1", &machine, &error), PME_BAD_INPUT);
}

static void test_resolve_file(void **state) {
  (void)state;
  pme_machine machine;
  pme_error error;
  FILE *stream = fopen("test_machine.tmp", "w");
  assert_non_null(stream);
  fputs("# mine\ncores=2\nL1=32K,8,64\n", stream);
  fclose(stream);
  assert_int_equal(pme_machine_resolve("file:test_machine.tmp", &machine, &error), PME_OK);
  assert_int_equal(machine.cores, 2);
  pme_fail_allocation_after(1);
  assert_int_equal(pme_machine_resolve("file:test_machine.tmp", &machine, &error), PME_NO_MEMORY);
  pme_fail_allocation_after(0);
  remove("test_machine.tmp");
}

/* ---- the host: whatever it is, it must be describable ---- */

static void test_host(void **state) {
  (void)state;
  pme_machine machine;
  pme_error error = {0};
  pme_status status = pme_machine_host(&machine, &error);
  if (status) {
    assert_int_equal(status, PME_UNSUPPORTED);
    assert_true(error.message[0]);
    return;
  }
  char text[512], again[512];
  assert_true(pme_machine_write(&machine, text, sizeof text) < sizeof text);
  read_and_write(text, again, sizeof again);
  assert_string_equal(again, text);
}

/* ---- placement: instance of threads 0, 1, 2, ... one digit each ---- */

static const struct {
  const char *text;
  int level;
  const char *instances;
} placements[] = {
    {"cores=4;L1=1K,1,64;L2=4K,1,64,shared=2", 0, "01230123"},
    {"cores=4;L1=1K,1,64;L2=4K,1,64,shared=2", 1, "00110011"},
    {"cores=4;L1=1K,1,64;L2=4K,1,64,shared=4", 1, "00000000"},
    {"cores=2;smt=2;L1=1K,1,64;L2=4K,1,64,shared=2", 0, "00110011"},
    {"cores=2;smt=2;L1=1K,1,64;placement=spread", 0, "01010101"},
    {"cores=4;L1=1K,1,64;L2=4K,1,64,shared=2;placement=spread", 0, "01230123"},
    {"cores=4;L1=1K,1,64;L2=4K,1,64,shared=2;placement=spread", 1, "01010101"},
    /* 8 cores, pairs share L2, fours share L3: threads go to cores 0 4 2 6 1 5 3 7 */
    {"cores=8;L1=1K,1,64;L2=4K,1,64,shared=2;L3=4K,1,64,shared=4;placement=spread", 2, "01010101"},
    {"cores=8;L1=1K,1,64;L2=4K,1,64,shared=2;L3=4K,1,64,shared=4;placement=spread", 1, "01230123"},
    /* 6 cores in fours: the second group has two cores and drops out after two rounds */
    {"cores=6;L1=1K,1,64;L3=4K,1,64,shared=4", 1, "000011000011"},
    {"cores=6;L1=1K,1,64;L3=4K,1,64,shared=4;placement=spread", 1, "010100010100"},
    {"cores=6;L1=1K,1,64;L3=4K,1,64,shared=4;placement=spread", 0, "012345012345"},
};

static void test_placement(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof placements / sizeof *placements; i++) {
    pme_machine machine;
    char instances[32] = "";
    int threads = (int)strlen(placements[i].instances), highest = -1;
    assert_int_equal(pme_machine_read(placements[i].text, strlen(placements[i].text), &machine, NULL), PME_OK);
    for (int thread = 0; thread < threads; thread++) {
      int instance = pme_machine_instance_of(&machine, placements[i].level, thread, threads);
      highest = instance > highest ? instance : highest;
      instances[thread] = (char)('0' + instance);
      assert_int_equal(pme_machine_instances(&machine, placements[i].level, thread + 1), highest + 1);
    }
    assert_string_equal(instances, placements[i].instances);
  }
}

/* Threads that share an inner instance share the outer one, and no instance is shared by more cores than it has. */
static void test_placement_is_consistent(void **state) {
  static const char *const texts[] = {
      "cores=24;L1=1K,1,64;L2=4K,1,64,shared=2;L3=4K,1,64,shared=6",
      "cores=24;L1=1K,1,64;L2=4K,1,64,shared=2;L3=4K,1,64,shared=6;placement=spread",
      "cores=21;L1=1K,1,64;L2=4K,1,64,shared=2;L3=4K,1,64,shared=6",
      "cores=21;L1=1K,1,64;L2=4K,1,64,shared=2;L3=4K,1,64,shared=6;placement=spread",
      "cores=4096;L1=1K,1,64;L2=4K,1,64,shared=4;L3=4K,1,64,shared=64;placement=spread",
  };
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    pme_machine machine;
    assert_int_equal(pme_machine_read(texts[i], strlen(texts[i]), &machine, NULL), PME_OK);
    for (int level = 0; level < machine.level_count; level++) {
      int outer_of[4096], users[4096] = {0};
      memset(outer_of, -1, sizeof outer_of);
      for (int thread = 0; thread < machine.cores; thread++) {
        int instance = pme_machine_instance_of(&machine, level, thread, machine.cores);
        int outer =
            level + 1 < machine.level_count ? pme_machine_instance_of(&machine, level + 1, thread, machine.cores) : 0;
        assert_true(outer_of[instance] == -1 || outer_of[instance] == outer);
        outer_of[instance] = outer;
        assert_true(++users[instance] <= machine.levels[level].shared_by);
      }
    }
  }
}

static void test_placement_of_nothing(void **state) {
  (void)state;
  pme_machine machine;
  assert_int_equal(pme_machine_read("cores=2;L1=32K,8,64", 19, &machine, NULL), PME_OK);
  assert_int_equal(pme_machine_instances(&machine, 0, 0), 0);
  assert_int_equal(pme_machine_instances(&machine, 1, 1), 0);
  assert_int_equal(pme_machine_instances(&machine, -1, 1), 0);
  assert_int_equal(pme_machine_instance_of(&machine, 0, -1, 1), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good_text),
      cmocka_unit_test(test_bad_text),
      cmocka_unit_test(test_length_is_respected),
      cmocka_unit_test(test_write_cuts_to_fit),
      cmocka_unit_test(test_presets),
      cmocka_unit_test(test_preset_sets),
      cmocka_unit_test(test_resolve_faults),
      cmocka_unit_test(test_resolve_file),
      cmocka_unit_test(test_host),
      cmocka_unit_test(test_placement),
      cmocka_unit_test(test_placement_is_consistent),
      cmocka_unit_test(test_placement_of_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
